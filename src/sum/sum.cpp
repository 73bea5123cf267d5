#include <isobit/sum/sum.hpp>

#include "sum/views.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace detail {

template <class Result, real T> Result sum(driver_ref const& driver, strided<T> const& values) {
  return reduce_view<typename terms<T>::values>(driver, values, summation::rounded_to<Result>{});
}

template <real T> exact exact_sum(driver_ref const& driver, strided<T> const& values) {
  using term = typename terms<T>::values;
  auto const& machine = summation::this_machine();
  if constexpr (kernels_read<T>)
    if (is_direct(values)) return summation::accumulate_in_parts(machine, driver, term{values.first}, values.count);
  return accumulate_gathered<exact>(driver, values, [&](exact& state, auto const* buffer, std::size_t n) {
    summation::add_in_standard_environment(machine, term{buffer}, n, state);
  });
}

#define ISOBIT_INSTANTIATE(T)                                        \
  template float sum<float>(driver_ref const&, strided<T> const&);   \
  template double sum<double>(driver_ref const&, strided<T> const&); \
  template exact exact_sum(driver_ref const&, strided<T> const&);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(float16)
ISOBIT_INSTANTIATE(bfloat16)

}  // namespace detail
ISOBIT_NAMESPACE_END
