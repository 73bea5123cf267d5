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

template <class Result, real T> Result dot(driver_ref const& driver, strided<T> const& x, strided<T> const& y) {
  check_counts(x.count, y.count);
  return reduce_products(driver, x, y, summation::rounded_to<Result>{});
}

template <real T> product_state<T> exact_dot(driver_ref const& driver, strided<T> const& x, strided<T> const& y) {
  check_counts(x.count, y.count);
  return accumulate_products(driver, x, y);
}

template <real T>
complex_products<T> exact_complex_dot(driver_ref const& driver, strided<std::complex<T>> const& x,
                                      strided<std::complex<T>> const& y, bool conjugate) {
  check_counts(x.count, y.count);
  auto real = accumulate_products(driver, real_view(x), real_view(y));
  real.merge(accumulate_products(driver, imaginary_view(x), imaginary_view(y), !conjugate));
  auto imaginary = accumulate_products(driver, real_view(x), imaginary_view(y));
  imaginary.merge(accumulate_products(driver, imaginary_view(x), real_view(y), conjugate));
  return {real, imaginary};
}

template <class Result, real T>
std::complex<Result> complex_dot(driver_ref const& driver, strided<std::complex<T>> const& x,
                                 strided<std::complex<T>> const& y, bool conjugate) {
  auto const [real, imaginary] = exact_complex_dot(driver, x, y, conjugate);
  return {real.template round<Result>(), imaginary.template round<Result>()};
}

#define ISOBIT_INSTANTIATE(T)                                                           \
  template float dot<float>(driver_ref const&, strided<T> const&, strided<T> const&);   \
  template double dot<double>(driver_ref const&, strided<T> const&, strided<T> const&); \
  template product_state<T> exact_dot(driver_ref const&, strided<T> const&, strided<T> const&);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(float16)
ISOBIT_INSTANTIATE(bfloat16)

#define ISOBIT_INSTANTIATE_COMPLEX(Result, T)                                                           \
  template std::complex<Result> complex_dot<Result>(driver_ref const&, strided<std::complex<T>> const&, \
                                                    strided<std::complex<T>> const&, bool);
template complex_products<double> exact_complex_dot(driver_ref const&, strided<std::complex<double>> const&,
                                                    strided<std::complex<double>> const&, bool);
template complex_products<float> exact_complex_dot(driver_ref const&, strided<std::complex<float>> const&,
                                                   strided<std::complex<float>> const&, bool);
ISOBIT_INSTANTIATE_COMPLEX(double, double)
ISOBIT_INSTANTIATE_COMPLEX(float, double)
ISOBIT_INSTANTIATE_COMPLEX(double, float)
ISOBIT_INSTANTIATE_COMPLEX(float, float)

}  // namespace detail
ISOBIT_NAMESPACE_END
