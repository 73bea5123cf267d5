#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

#include <isobit/driver/parts.hpp>
#include <isobit/driver/serial.hpp>
#include <isobit/driver/threads.hpp>
#include <isobit/method/accumulator.hpp>
#include <isobit/method/any_order.hpp>
#include <isobit/method/fixed_lanes.hpp>
#include <isobit/method/in_sequence.hpp>
#include <isobit/method/two_pass.hpp>
#include <isobit/view/buffered.hpp>
#include <isobit/view/vector_view.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace detail {

template <accumulator A> A empty_state(std::size_t count) {
  if constexpr (counted_accumulator<A>)
    return A(count);
  else
    return A();
}

/// The largest magnitude of a view, as the buffered_real of T; above every number (infinity or NaN) where a value is
/// not finite.
template <class Result, class T>
ISOBIT_API Result largest_magnitude(driver_ref const& on, vector_view<T const> const& values);

template <class A> struct plan_of;
template <order_free_accumulator A> struct plan_of<A> { using type = any_order; };
template <order_free_accumulator A>
  requires two_pass_accumulator<A>
struct plan_of<A> {
  using type = two_pass;
};
template <lane_accumulator A> struct plan_of<A> { using type = fixed_lanes; };

/// The view of values that an accumulator takes as they are.
template <accumulator A, viewable Values> auto numbers_for(Values const& values) {
  using T = element_of<Values>;
  static_assert(real<T>, "isobit: this accumulator takes real numbers; reduce the real and the imaginary parts apart");
  static_assert(!real<T> || std::same_as<buffered_real<T>, typename A::value_type>,
                "isobit: the values are not of the accumulator's type; use one for their type, as binned<float>");
  return input_of(values);
}

/// Adds elements [first, first + count) of a view to a state.
template <accumulator A, class T>
void add_elements(A& state, vector_view<T const> const& view, std::size_t first, std::size_t count) {
  for_each_block(view, first, count, [&](auto block) { state.add(block); });
}

/// The state of one block of fixed lanes, gathered first where it is not contiguous.
template <lane_accumulator A, class T>
A state_of_block(vector_view<T const> const& view, std::size_t first, std::size_t count) {
  using value = typename A::value_type;
  if constexpr (std::same_as<T, value>) {
    if (is_contiguous(view)) return A::of_block(std::span<value const>(view.data + first, count));
  }
  std::vector<value> copy;
  copy.reserve(count);
  for_each_block(view, first, count, [&](auto piece) { copy.insert(copy.end(), piece.begin(), piece.end()); });
  return A::of_block(std::span<value const>(copy));
}

template <class P>
concept plan = std::same_as<P, any_order> || std::same_as<P, two_pass> || std::same_as<P, fixed_lanes> ||
    std::same_as<P, in_sequence>;

}  // namespace detail

/// The plan an accumulator is reduced by where none is named.
template <accumulator A> using default_plan = typename detail::plan_of<A>::type;

/// The state of all values, grouped as the plan says: to be merged, sent or rounded. Throws `error` where the
/// accumulator cannot hold a value.
///
///     auto state = isobit::reduce<isobit::binned<double, 3>>(values, isobit::threads(4));
///     auto other = isobit::reduce<isobit::kahan<double>>(values, isobit::in_sequence());
template <accumulator A, detail::viewable Values>
[[nodiscard]] A reduce(Values const& values, any_order, driver_ref const& on = {}) {
  static_assert(order_free_accumulator<A>, "isobit: this accumulator is not order-free, so any_order would not give "
                                           "the same bits twice; use isobit::fixed_lanes or isobit::in_sequence");
  static_assert(!two_pass_accumulator<A>, "isobit: this accumulator needs the largest magnitude first; use two_pass");
  auto const view = detail::numbers_for<A>(values);
  return detail::merge_parts(
      detail::empty_state<A>(view.count()), on, view.count(),
      [&](A& state, auto first, auto count) { detail::add_elements(state, view, first, count); });
}

template <accumulator A, detail::viewable Values>
[[nodiscard]] A reduce(Values const& values, two_pass, driver_ref const& on = {}) {
  static_assert(two_pass_accumulator<A>, "isobit: two_pass is for accumulators that need the largest magnitude first");
  auto const view = detail::numbers_for<A>(values);
  if constexpr (requires { A::of_all(on, std::span(view.data, view.count())); })
    if (detail::is_contiguous(view)) return A::of_all(on, std::span(view.data, view.count()));
  auto const largest = detail::largest_magnitude<typename A::value_type>(on, view);
  return detail::merge_parts(A(view.count(), largest), on, view.count(), [&](A& state, auto first, auto count) {
    detail::add_elements(state, view, first, count);
  });
}

template <accumulator A, detail::viewable Values>
[[nodiscard]] A reduce(Values const& values, fixed_lanes, driver_ref const& on = {}) {
  static_assert(lane_accumulator<A>, "isobit: fixed_lanes is for kahan, knuth and extended; order-free accumulators "
                                     "need no fixed plan");
  auto const view = detail::numbers_for<A>(values);
  constexpr std::size_t size = fixed_lanes::block_size;
  auto const block_state = [&](std::size_t block) {
    return detail::state_of_block<A>(view, block * size, std::min(size, view.count() - block * size));
  };
  std::size_t const blocks = (view.count() + size - 1) / size;
  std::size_t const parts = std::min(on.parts(view.count()), std::max<std::size_t>(blocks, 1));
  A total;
  if (parts == 1) {
    for (std::size_t block = 0; block < blocks; ++block) total.take_in(block_state(block));
    return total;
  }
  std::vector<A> states(blocks);
  detail::for_each_part(on, parts, blocks, [&](std::size_t first, std::size_t count, std::size_t) {
    for (std::size_t block = first; block < first + count; ++block) states[block] = block_state(block);
  });
  for (A const& state : states) total.take_in(state);
  return total;
}

/// On the calling thread.
template <accumulator A, detail::viewable Values> [[nodiscard]] A reduce(Values const& values, in_sequence) {
  static_assert(!two_pass_accumulator<A>, "isobit: this accumulator needs the largest magnitude first; use two_pass");
  auto const view = detail::numbers_for<A>(values);
  A state = detail::empty_state<A>(view.count());
  detail::add_elements(state, view, 0, view.count());
  return state;
}

/// By the accumulator's own plan.
template <accumulator A, detail::viewable Values>
[[nodiscard]] A reduce(Values const& values, driver_ref const& on = {}) {
  return reduce<A>(values, default_plan<A>(), on);
}

/// The sum by another method than the exact one: `sum<binned<double>>(values)`, `sum<kahan<double>>(x, in_sequence())`.
template <accumulator A, detail::viewable Values, detail::plan Plan>
[[nodiscard]] auto sum(Values const& values, Plan plan, driver_ref const& on) {
  return reduce<A>(values, plan, on).round();
}
template <accumulator A, detail::viewable Values, detail::plan Plan>
[[nodiscard]] auto sum(Values const& values, Plan plan) {
  return reduce<A>(values, plan).round();
}
template <accumulator A, detail::viewable Values>
[[nodiscard]] auto sum(Values const& values, driver_ref const& on = {}) {
  return reduce<A>(values, on).round();
}

ISOBIT_NAMESPACE_END
