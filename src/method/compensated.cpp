#include <isobit/method/compensated.hpp>

#include <isobit/method/fixed_lanes.hpp>

#include "arithmetic/environment.hpp"
#include "method/kernels.hpp"
#include "method/listings.hpp"
#include "view/require_values.hpp"

ISOBIT_NAMESPACE_BEGIN

namespace {

template <class T> using state_of = method::compensated_sum<T>;

template <compensation Method> using listing = listings::step_of<Method>;

template <class T> bool is_finite(state_of<T> const& state) noexcept {
  return !is_nonfinite(state.sum) && !is_nonfinite(state.correction);
}

// docs/maths/compensated.md#not-finite
template <compensation Method, class T> void step(state_of<T>& state, T x) noexcept {
  listing<Method>::add(state, x);
  if (is_nonfinite(state.correction)) state.correction = 0;
  state.sum = canonical(state.sum);
}

template <compensation Method, class T> void take_in_state(state_of<T>& state, state_of<T> const& next) noexcept {
  step<Method>(state, next.sum);
  step<Method>(state, listing<Method>::missing(next.correction));
}

template <compensation Method, class T>
state_of<T> in_sequence(state_of<T> const& start, std::span<T const> values) noexcept {
  state_of<T> state = start;
  for (T x : values) listing<Method>::add(state, x);
  if (is_finite(state)) return state;
  state = start;
  for (T x : values) step<Method>(state, x);
  return state;
}

template <compensation Method, class T> state_of<T> in_lanes(std::span<T const> values) noexcept {
  constexpr std::size_t lanes = fixed_lanes::lanes<T>;
  state_of<T> states[lanes] = {};
  for (std::size_t i = 0; i < values.size(); ++i) step<Method>(states[i % lanes], values[i]);
  for (std::size_t half = lanes / 2; half != 0; half /= 2)
    for (std::size_t lane = 0; lane < half; ++lane) take_in_state<Method>(states[lane], states[lane + half]);
  return states[0];
}

template <compensation Method>
state_of<double> by_kernel(method::compensated_table const& k, std::span<double const> x) {
  return (Method == compensation::kahan ? k.kahan_f64 : k.knuth_f64)(x.data(), x.size());
}
template <compensation Method> state_of<float> by_kernel(method::compensated_table const& k, std::span<float const> x) {
  return (Method == compensation::kahan ? k.kahan_f32 : k.knuth_f32)(x.data(), x.size());
}

template <compensation Method> constexpr char const* who = Method == compensation::kahan ? "kahan" : "knuth";

}  // namespace

template <compensation Method, std::floating_point T> void compensated<Method, T>::add(T x) noexcept {
  auto const state = in_standard_rounding([&] {
    state_of<T> next = {sum_, correction_};
    step<Method>(next, x);
    return next;
  });
  sum_ = state.sum;
  correction_ = state.correction;
}

template <compensation Method, std::floating_point T> void compensated<Method, T>::add(std::span<T const> values) {
  detail::require_values(values, who<Method>);
  auto const state = in_standard_rounding([&] { return in_sequence<Method>(state_of<T>{sum_, correction_}, values); });
  sum_ = state.sum;
  correction_ = state.correction;
}

template <compensation Method, std::floating_point T>
compensated<Method, T> compensated<Method, T>::of_block(std::span<T const> values) {
  detail::require_values(values, who<Method>);
  auto const& kernels = method::kernels().compensated;
  auto const state = in_standard_rounding([&] {
    auto const fast = by_kernel<Method>(kernels, values);
    return is_finite(fast) ? fast : in_lanes<Method>(values);
  });
  compensated result;
  result.sum_ = state.sum;
  result.correction_ = state.correction;
  return result;
}

template <compensation Method, std::floating_point T>
void compensated<Method, T>::take_in(compensated const& next) noexcept {
  auto const state = in_standard_rounding([&] {
    state_of<T> both = {sum_, correction_};
    take_in_state<Method>(both, state_of<T>{next.sum_, next.correction_});
    return both;
  });
  sum_ = state.sum;
  correction_ = state.correction;
}

template class compensated<compensation::kahan, double>;
template class compensated<compensation::kahan, float>;
template class compensated<compensation::knuth, double>;
template class compensated<compensation::knuth, float>;

ISOBIT_NAMESPACE_END
