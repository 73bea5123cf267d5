#include <isobit/sum/sum.hpp>

#include "sum/views.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace detail {

template <class Result, class T> Result sum(driver_ref const& on, vector_view<T const> const& values) {
  return reduce_view<typename terms<T>::values>(on, values, summation::rounded_to<Result>{});
}

template <class Result, class T>
std::complex<Result> complex_sum(driver_ref const& on, vector_view<std::complex<T> const> const& values) {
  auto const imaginary = imaginary_view(values);
  return {sum<Result>(on, real_view(values)),
          values.conjugate ? exact_negated_sum(on, imaginary).template round<Result>() : sum<Result>(on, imaginary)};
}

template <class T> exact exact_sum(driver_ref const& on, vector_view<T const> const& values) {
  using term = typename terms<T>::values;
  auto const& machine = summation::machine_for<term>();
  if constexpr (kernels_read<T>)
    if (is_direct(values)) return summation::accumulate_in_parts(machine, on, term{values.data}, values.count());
  return accumulate_gathered<exact>(on, values, [&](exact& state, auto const* buffer, std::size_t n) {
    summation::add_in_standard_environment(machine, term{buffer}, n, state);
  });
}

template <class T>
complex_sums exact_complex_sum(driver_ref const& on, vector_view<std::complex<T> const> const& values) {
  auto const imaginary = imaginary_view(values);
  return {exact_sum(on, real_view(values)),
          values.conjugate ? exact_negated_sum(on, imaginary) : exact_sum(on, imaginary), values.count()};
}
template complex_sums exact_complex_sum(driver_ref const&, vector_view<std::complex<double> const> const&);
template complex_sums exact_complex_sum(driver_ref const&, vector_view<std::complex<float> const> const&);

#define ISOBIT_INSTANTIATE(T)                                                  \
  template float sum<float>(driver_ref const&, vector_view<T const> const&);   \
  template double sum<double>(driver_ref const&, vector_view<T const> const&); \
  template exact exact_sum(driver_ref const&, vector_view<T const> const&);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(float16)
ISOBIT_INSTANTIATE(bfloat16)
#define ISOBIT_INSTANTIATE_COMPLEX(Result, T) \
  template std::complex<Result> complex_sum<Result>(driver_ref const&, vector_view<std::complex<T> const> const&);
ISOBIT_INSTANTIATE_COMPLEX(double, double)
ISOBIT_INSTANTIATE_COMPLEX(float, double)
ISOBIT_INSTANTIATE_COMPLEX(double, float)
ISOBIT_INSTANTIATE_COMPLEX(float, float)

}  // namespace detail
ISOBIT_NAMESPACE_END
