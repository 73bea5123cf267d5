#pragma once

#include <concepts>
#include <cstddef>
#include <span>

#include <isobit/guarantee.hpp>

ISOBIT_NAMESPACE_BEGIN

/// What addends go into. `promise` says what the bits of the result may depend on; plans and drivers that could not
/// keep it do not compile.
template <class A>
concept accumulator = std::copyable<A> &&
    requires(A state, A const& seen, typename A::value_type x, std::span<typename A::value_type const> values) {
  { A::promise } -> std::convertible_to<guarantee>;
  state.add(x);
  state.add(values);
  { seen.round() } -> std::same_as<typename A::value_type>;
};

/// States that merge in any order and any grouping: a commutative monoid.
template <class A>
concept order_free_accumulator = accumulator<A> && satisfies(A::promise, guarantee::order_free) &&
    requires(A state, A const& other) {
  state.merge(other);
};

/// Needs the number of all elements, everywhere, before the first: `A(count)`.
template <class A>
concept counted_accumulator = accumulator<A> && requires {
  requires A::needs_count;
};

/// Needs the largest magnitude of all elements too: `A(count, largest)`. So the input is read twice.
template <class A>
concept two_pass_accumulator = accumulator<A> && requires {
  requires A::needs_largest;
};

/// What `fixed_lanes` needs: the state of one block, its elements dealt out to the lanes, and one state taking in the
/// next. Neither is associative.
template <class A>
concept lane_accumulator = accumulator<A> &&
    requires(A state, A const& next, std::span<typename A::value_type const> block) {
  { A::of_block(block) } -> std::same_as<A>;
  state.take_in(next);
};

ISOBIT_NAMESPACE_END
