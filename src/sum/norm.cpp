#include <isobit/sum/norm.hpp>

#include "sum/views.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace detail {

namespace {

template <class T> strided<T> contiguous_parts(strided<std::complex<T>> const& z) {
  return {reinterpret_cast<T const*>(z.first), 2 * z.count, 1};
}

template <real T> exact accumulate_magnitudes(driver_ref const& driver, strided<T> const& values) {
  using term = typename terms<T>::magnitudes;
  auto const& machine = summation::this_machine();
  if constexpr (kernels_read<T>)
    if (is_direct(values)) return summation::accumulate_in_parts(machine, driver, term{values.first}, values.count);
  return accumulate_gathered<exact>(driver, values, [&](exact& state, auto const* buffer, std::size_t n) {
    summation::add_in_standard_environment(machine, term{buffer}, n, state);
  });
}

/// finish(the exact sum of squares): for complex elements, of all real and imaginary parts.
template <element T, class Finish>
typename Finish::result reduce_squares(driver_ref const& driver, strided<T> const& values, Finish finish) {
  if constexpr (complex_number<T>) {
    if (values.stride == 1) return reduce_squares(driver, contiguous_parts(values), finish);
    return finish(exact_squares(driver, values));
  } else {
    return reduce_products(driver, values, values, finish);
  }
}

}  // namespace

template <element T> exact exact_asum(driver_ref const& driver, strided<T> const& values) {
  if constexpr (complex_number<T>) {
    if (values.stride == 1) return accumulate_magnitudes(driver, contiguous_parts(values));
    auto state = accumulate_magnitudes(driver, real_view(values));
    state.merge(accumulate_magnitudes(driver, imaginary_view(values)));
    return state;
  } else {
    return accumulate_magnitudes(driver, values);
  }
}

template <element T>
product_state<typename real_part<T>::type> exact_squares(driver_ref const& driver, strided<T> const& values) {
  if constexpr (complex_number<T>) {
    if (values.stride == 1) return exact_squares(driver, contiguous_parts(values));
    auto state = exact_squares(driver, real_view(values));
    state.merge(exact_squares(driver, imaginary_view(values)));
    return state;
  } else {
    return accumulate_products(driver, values, values);
  }
}

template <class Result, element T> Result asum(driver_ref const& driver, strided<T> const& values) {
  if constexpr (complex_number<T>) {
    if (values.stride == 1) return asum<Result>(driver, contiguous_parts(values));
    return exact_asum(driver, values).template round<Result>();
  } else {
    return reduce_view<typename terms<T>::magnitudes>(driver, values, summation::rounded_to<Result>{});
  }
}

template <class Result, element T> Result squared_norm(driver_ref const& driver, strided<T> const& values) {
  return reduce_squares(driver, values, summation::rounded_to<Result>{});
}

template <class Result, element T> Result nrm2(driver_ref const& driver, strided<T> const& values) {
  return reduce_squares(driver, values, summation::root_of<Result>{});
}

#define ISOBIT_INSTANTIATE_RESULT(Result, T)                                  \
  template Result asum<Result>(driver_ref const&, strided<T> const&);         \
  template Result squared_norm<Result>(driver_ref const&, strided<T> const&); \
  template Result nrm2<Result>(driver_ref const&, strided<T> const&);
#define ISOBIT_INSTANTIATE(T)                                                                     \
  template exact exact_asum(driver_ref const&, strided<T> const&);                                \
  template product_state<real_part<T>::type> exact_squares(driver_ref const&, strided<T> const&); \
  ISOBIT_INSTANTIATE_RESULT(double, T)                                                            \
  ISOBIT_INSTANTIATE_RESULT(float, T)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(float16)
ISOBIT_INSTANTIATE(bfloat16)
ISOBIT_INSTANTIATE(std::complex<double>)
ISOBIT_INSTANTIATE(std::complex<float>)

}  // namespace detail
ISOBIT_NAMESPACE_END
