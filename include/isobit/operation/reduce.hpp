#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <exception>
#include <span>
#include <vector>

#include <isobit/accumulator/accumulator.hpp>
#include <isobit/driver/serial.hpp>
#include <isobit/driver/stream.hpp>
#include <isobit/driver/threads.hpp>
#include <isobit/operation/buffered.hpp>
#include <isobit/operation/elements.hpp>
#include <isobit/plan/any_order.hpp>
#include <isobit/plan/fixed_lanes.hpp>
#include <isobit/plan/in_sequence.hpp>
#include <isobit/plan/two_pass.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace detail {

inline constexpr std::size_t reduce_buffer = 2048;

/// body(std::span) for elements [first, first + count) of a view, copied only where they are not contiguous.
template <real T, class Body>
void for_each_block(strided<T> const& view, std::size_t first, std::size_t count, Body body) {
  using value = buffered_real<T>;
  if constexpr (std::same_as<T, value>) {
    if (view.stride == 1) return body(std::span<value const>(view.first + first, count));
  }
  value buffer[reduce_buffer];
  for (std::size_t done = 0; done < count; done += reduce_buffer) {
    std::size_t const n = std::min(reduce_buffer, count - done);
    for (std::size_t i = 0; i < n; ++i) buffer[i] = widened(element_at(view, first + done + i));
    body(std::span<value const>(buffer, n));
  }
}

/// body(first, count, part) for the parts of n elements, on the driver's threads. What a part throws is thrown here,
/// the first part's first.
template <driver Driver, class Body>
void for_each_part(Driver const& driver, std::size_t parts, std::size_t n, Body body) {
  std::vector<std::exception_ptr> problems(parts);
  auto run = [&](std::size_t part) noexcept {
    try {
      std::size_t const first = n / parts * part + std::min(part, n % parts);
      body(first, n / parts + (part < n % parts ? 1 : 0), part);
    } catch (...) {
      problems[part] = std::current_exception();
    }
  };
  driver.run(parts, run);
  for (auto const& problem : problems)
    if (problem) std::rethrow_exception(problem);
}

/// The merged states of the parts of n elements; add(state, first, count) fills one. No allocation for one part.
template <order_free_accumulator A, driver Driver, class Add>
A merge_parts(A const& start, Driver const& driver, std::size_t n, Add add) {
  std::size_t const parts = std::clamp<std::size_t>(driver.parts(n), 1, std::max<std::size_t>(n, 1));
  A total = start;
  if (parts == 1) {
    add(total, std::size_t{0}, n);
    return total;
  }
  std::vector<A> states(parts, start);
  for_each_part(driver, parts, n,
                [&](std::size_t first, std::size_t count, std::size_t part) { add(states[part], first, count); });
  for (A const& state : states) total.merge(state);
  return total;
}

template <accumulator A> A empty_state(std::size_t count) {
  if constexpr (counted_accumulator<A>)
    return A(count);
  else
    return A();
}

/// The largest magnitude of a view; above every number (infinity or NaN) where a value is not finite.
template <real T> ISOBIT_API buffered_real<T> largest_magnitude(driver_ref const& driver, strided<T> const& values);

template <class A> struct plan_of;
template <order_free_accumulator A> struct plan_of<A> { using type = any_order; };
template <order_free_accumulator A>
  requires two_pass_accumulator<A>
struct plan_of<A> {
  using type = two_pass;
};
template <lane_accumulator A> struct plan_of<A> { using type = fixed_lanes; };

}  // namespace detail

/// The plan an accumulator is reduced by where none is named.
template <accumulator A> using default_plan = typename detail::plan_of<A>::type;

/// The state of all values, grouped as the plan says: to be merged, sent or rounded. Throws `error` where the
/// accumulator cannot hold a value.
///
///     auto state = isobit::reduce<isobit::binned<double, 3>>(isobit::threads(4), values);
template <accumulator A, driver Driver, detail::viewable Values>
[[nodiscard]] A reduce(any_order, Driver const& driver, Values const& values) {
  static_assert(order_free_accumulator<A>, "isobit: this accumulator is not order-free, so any_order would not give "
                                           "the same bits twice; use isobit::fixed_lanes or isobit::in_sequence");
  static_assert(!two_pass_accumulator<A>, "isobit: this accumulator needs the largest magnitude first; use two_pass");
  auto const view = detail::view_of(values);
  return detail::merge_parts(detail::empty_state<A>(view.count), driver, view.count,
                             [&](A& state, std::size_t first, std::size_t count) {
                               detail::for_each_block(view, first, count, [&](auto block) { state.add(block); });
                             });
}

template <accumulator A, driver Driver, detail::viewable Values>
[[nodiscard]] A reduce(two_pass, Driver const& driver, Values const& values) {
  static_assert(two_pass_accumulator<A>, "isobit: two_pass is for accumulators that need the largest magnitude first");
  auto const view = detail::view_of(values);
  if constexpr (requires { A::of_all(driver_ref(driver), std::span(view.first, view.count)); })
    if (view.stride == 1) return A::of_all(driver_ref(driver), std::span(view.first, view.count));
  auto const largest = detail::largest_magnitude(driver_ref(driver), view);
  return detail::merge_parts(A(view.count, largest), driver, view.count,
                             [&](A& state, std::size_t first, std::size_t count) {
                               detail::for_each_block(view, first, count, [&](auto block) { state.add(block); });
                             });
}

template <accumulator A, driver Driver, detail::viewable Values>
[[nodiscard]] A reduce(fixed_lanes, Driver const& driver, Values const& values) {
  static_assert(lane_accumulator<A>, "isobit: fixed_lanes is for kahan, knuth and extended; order-free accumulators "
                                     "need no fixed plan");
  auto const view = detail::view_of(values);
  constexpr std::size_t size = fixed_lanes::block_size;
  using value = typename A::value_type;
  auto const block_state = [&](std::size_t block) {
    std::size_t const first = block * size, count = std::min(size, view.count - first);
    if constexpr (std::same_as<std::remove_cvref_t<decltype(*view.first)>, value>) {
      if (view.stride == 1) return A::of_block(std::span<value const>(view.first + first, count));
    }
    std::vector<value> copy;
    copy.reserve(count);
    detail::for_each_block(view, first, count,
                           [&](auto piece) { copy.insert(copy.end(), piece.begin(), piece.end()); });
    return A::of_block(std::span<value const>(copy));
  };
  std::size_t const blocks = (view.count + size - 1) / size;
  std::size_t const parts = std::clamp<std::size_t>(driver.parts(view.count), 1, std::max<std::size_t>(blocks, 1));
  A total;
  if (parts == 1) {
    for (std::size_t block = 0; block < blocks; ++block) total.take_in(block_state(block));
    return total;
  }
  std::vector<A> states(blocks);
  detail::for_each_part(driver, parts, blocks, [&](std::size_t first, std::size_t count, std::size_t) {
    for (std::size_t block = first; block < first + count; ++block) states[block] = block_state(block);
  });
  for (A const& state : states) total.take_in(state);
  return total;
}

template <accumulator A, detail::viewable Values> [[nodiscard]] A reduce(in_sequence, Values const& values) {
  static_assert(!two_pass_accumulator<A>, "isobit: this accumulator needs the largest magnitude first; use two_pass");
  auto const view = detail::view_of(values);
  A state = detail::empty_state<A>(view.count);
  detail::for_each_block(view, 0, view.count, [&](auto block) { state.add(block); });
  return state;
}

template <accumulator A, driver Driver, detail::viewable Values>
[[nodiscard]] A reduce(Driver const& driver, Values const& values) {
  return reduce<A>(default_plan<A>(), driver, values);
}
template <accumulator A, detail::viewable Values> [[nodiscard]] A reduce(Values const& values) {
  return reduce<A>(default_plan<A>(), automatic(), values);
}

/// `start` after everything a stream has to give, in the order it comes.
template <accumulator A, streaming Source> [[nodiscard]] A reduce(Source const& source, A start) {
  static_assert(!two_pass_accumulator<A>, "isobit: this accumulator reads its input twice, and a stream is gone once "
                                          "read; use single_sweep, binned or exact, or read the numbers into memory");
  static_assert(std::same_as<typename A::value_type, typename Source::value_type>,
                "isobit: the stream's numbers are not of the accumulator's type");
  std::vector<typename A::value_type> buffer(detail::reduce_buffer);
  while (std::size_t const n = source.read(buffer)) start.add(std::span<typename A::value_type const>(buffer).first(n));
  return start;
}
template <accumulator A, streaming Source> [[nodiscard]] A reduce(Source const& source) {
  static_assert(!counted_accumulator<A>, "isobit: this accumulator needs the number of all elements before the first; "
                                         "pass it: reduce(source, accumulator(count))");
  return reduce<A>(source, A());
}

/// The sum by another method than the exact one: `sum<binned<double>>(values)`, `sum<kahan<double>>(values)`.
template <accumulator A, driver Driver, detail::viewable Values>
[[nodiscard]] auto sum(Driver const& driver, Values const& values) {
  return reduce<A>(driver, values).round();
}
template <accumulator A, detail::viewable Values> [[nodiscard]] auto sum(Values const& values) {
  return reduce<A>(values).round();
}
template <accumulator A, streaming Source> [[nodiscard]] auto sum(Source const& source) {
  return reduce<A>(source).round();
}

ISOBIT_NAMESPACE_END
