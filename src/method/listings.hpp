#pragma once

#include <isobit/method/compensated.hpp>

#include "arithmetic/host_device.hpp"
#include "arithmetic/target.hpp"

/// One step of Kahan's listing and one of Knuth's, for anything that adds and subtracts: a number, a vector of them, a
/// number in integers. A state has a `sum` and a `correction`. docs/maths/compensated.md
ISOBIT_TARGET_NAMESPACE_BEGIN(listings)

struct directly {
  template <class V> ISOBIT_INLINE V operator()(V a, V b) const { return a - b; }
};

struct kahan_step {
  template <class State, class V, class Subtract = directly>
  static ISOBIT_INLINE void add(State& state, V x, Subtract subtract = {}) {
    V const y = subtract(x, state.correction);
    V const next = state.sum + y;
    state.correction = subtract(next - state.sum, y);
    state.sum = next;
  }
  /// What a correction says is missing from its sum.
  template <class V> static ISOBIT_INLINE V missing(V correction) { return -correction; }
};

struct knuth_step {
  template <class State, class V, class Subtract = directly>
  static ISOBIT_INLINE void add(State& state, V x, Subtract subtract = {}) {
    V const v = x + state.correction;
    V const next = state.sum + v;
    V const sum_kept = next - v;
    V const v_kept = subtract(next, sum_kept);
    state.correction = subtract(state.sum, sum_kept) + subtract(v, v_kept);
    state.sum = next;
  }
  template <class V> static ISOBIT_INLINE V missing(V correction) { return correction; }
};

template <compensation> struct step_of;
template <> struct step_of<compensation::kahan> : kahan_step {};
template <> struct step_of<compensation::knuth> : knuth_step {};

ISOBIT_TARGET_NAMESPACE_END
