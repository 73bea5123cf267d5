#include <isobit/sum/norm.hpp>

#include "sum/views.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace detail {

namespace {

template <class T> vector_view<T const> contiguous_parts(vector_view<std::complex<T> const> const& z) {
  return {reinterpret_cast<T const*>(z.data), 2 * z.size, 1};
}

template <class T> exact accumulate_magnitudes(driver_ref const& on, vector_view<T const> const& values) {
  using term = typename terms<T>::magnitudes;
  auto const& machine = summation::machine_for<term>();
  if constexpr (kernels_read<T>)
    if (is_direct(values)) return summation::accumulate_in_parts(machine, on, term{values.data}, values.count());
  return accumulate_gathered<exact>(on, values, [&](exact& state, auto const* buffer, std::size_t n) {
    summation::add_in_standard_environment(machine, term{buffer}, n, state);
  });
}

/// finish(the exact sum of squares): for complex elements, of all real and imaginary parts.
template <class T, class Finish>
typename Finish::result reduce_squares(driver_ref const& on, vector_view<T const> const& values, Finish finish) {
  if constexpr (complex_number<T>) {
    if (values.stride == 1) return reduce_squares(on, contiguous_parts(values), finish);
    return finish(exact_squares<product_state<typename real_part<T>::type>>(on, values));
  } else {
    return reduce_products(on, values, values, finish);
  }
}

}  // namespace

template <class T> exact exact_asum(driver_ref const& on, vector_view<T const> const& values) {
  if constexpr (complex_number<T>) {
    if (values.stride == 1) return accumulate_magnitudes(on, contiguous_parts(values));
    auto state = accumulate_magnitudes(on, real_view(values));
    state.merge(accumulate_magnitudes(on, imaginary_view(values)));
    return state;
  } else {
    return accumulate_magnitudes(on, values);
  }
}

template <class State, class T> State exact_squares(driver_ref const& on, vector_view<T const> const& values) {
  if constexpr (complex_number<T>) {
    if (values.stride == 1) return exact_squares<State>(on, contiguous_parts(values));
    auto state = exact_squares<State>(on, real_view(values));
    state.merge(exact_squares<State>(on, imaginary_view(values)));
    return state;
  } else {
    return accumulate_products(on, values, values);
  }
}

template <class Result, class T> Result asum(driver_ref const& on, vector_view<T const> const& values) {
  if constexpr (complex_number<T>) {
    if (values.stride == 1) return asum<Result>(on, contiguous_parts(values));
    return exact_asum(on, values).template round<Result>();
  } else {
    return reduce_view<typename terms<T>::magnitudes>(on, values, summation::rounded_to<Result>{});
  }
}

template <class Result, class T> Result squared_norm(driver_ref const& on, vector_view<T const> const& values) {
  return reduce_squares(on, values, summation::rounded_to<Result>{});
}

template <class Result, class T> Result nrm2(driver_ref const& on, vector_view<T const> const& values) {
  return reduce_squares(on, values, summation::root_of<Result>{});
}

#define ISOBIT_INSTANTIATE_RESULT(Result, T)                                            \
  template Result asum<Result>(driver_ref const&, vector_view<T const> const&);         \
  template Result squared_norm<Result>(driver_ref const&, vector_view<T const> const&); \
  template Result nrm2<Result>(driver_ref const&, vector_view<T const> const&);
#define ISOBIT_INSTANTIATE(T)                                                                  \
  template exact exact_asum(driver_ref const&, vector_view<T const> const&);                   \
  template product_state<real_part<T>::type> exact_squares<product_state<real_part<T>::type>>( \
      driver_ref const&, vector_view<T const> const&);                                         \
  ISOBIT_INSTANTIATE_RESULT(double, T)                                                         \
  ISOBIT_INSTANTIATE_RESULT(float, T)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(float16)
ISOBIT_INSTANTIATE(bfloat16)
ISOBIT_INSTANTIATE(std::complex<double>)
ISOBIT_INSTANTIATE(std::complex<float>)

}  // namespace detail
ISOBIT_NAMESPACE_END
