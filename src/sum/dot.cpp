#include <isobit/sum/dot.hpp>

#include <string>

#include "sum/views.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace detail {

namespace {

void check_counts(std::size_t x, std::size_t y) {
  if (x != y)
    throw error(status::invalid_argument, "isobit::dot: " + std::to_string(x) + " elements on one side and " +
                                              std::to_string(y) + " on the other; both need the same number");
}

}  // namespace

template <class Result, class T>
Result dot(driver_ref const& on, vector_view<T const> const& x, vector_view<T const> const& y) {
  check_counts(x.count(), y.count());
  return reduce_products(on, x, y, summation::rounded_to<Result>{});
}

template <class State, class T>
State exact_dot(driver_ref const& on, vector_view<T const> const& x, vector_view<T const> const& y) {
  check_counts(x.count(), y.count());
  return accumulate_products(on, x, y);
}

template <class T>
complex_products<T> exact_complex_dot(driver_ref const& on, vector_view<std::complex<T> const> const& x,
                                      vector_view<std::complex<T> const> const& y) {
  check_counts(x.count(), y.count());
  auto real = accumulate_products(on, real_view(x), real_view(y));
  real.merge(accumulate_products(on, imaginary_view(x), imaginary_view(y), x.conjugate == y.conjugate));
  auto imaginary = accumulate_products(on, real_view(x), imaginary_view(y), y.conjugate);
  imaginary.merge(accumulate_products(on, imaginary_view(x), real_view(y), x.conjugate));
  return {real, imaginary};
}

template <class Result, class T>
std::complex<Result> complex_dot(driver_ref const& on, vector_view<std::complex<T> const> const& x,
                                 vector_view<std::complex<T> const> const& y) {
  auto const [real, imaginary] = exact_complex_dot(on, x, y);
  return {real.template round<Result>(), imaginary.template round<Result>()};
}

#define ISOBIT_INSTANTIATE(T)                                                                               \
  template float dot<float>(driver_ref const&, vector_view<T const> const&, vector_view<T const> const&);   \
  template double dot<double>(driver_ref const&, vector_view<T const> const&, vector_view<T const> const&); \
  template product_state<T> exact_dot<product_state<T>>(driver_ref const&, vector_view<T const> const&,     \
                                                        vector_view<T const> const&);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(float16)
ISOBIT_INSTANTIATE(bfloat16)

#define ISOBIT_INSTANTIATE_COMPLEX(Result, T)                                                                     \
  template std::complex<Result> complex_dot<Result>(driver_ref const&, vector_view<std::complex<T> const> const&, \
                                                    vector_view<std::complex<T> const> const&);
template complex_products<double> exact_complex_dot(driver_ref const&, vector_view<std::complex<double> const> const&,
                                                    vector_view<std::complex<double> const> const&);
template complex_products<float> exact_complex_dot(driver_ref const&, vector_view<std::complex<float> const> const&,
                                                   vector_view<std::complex<float> const> const&);
ISOBIT_INSTANTIATE_COMPLEX(double, double)
ISOBIT_INSTANTIATE_COMPLEX(float, double)
ISOBIT_INSTANTIATE_COMPLEX(double, float)
ISOBIT_INSTANTIATE_COMPLEX(float, float)

}  // namespace detail
ISOBIT_NAMESPACE_END
