#pragma once

#include <type_traits>

#include <isobit/method/binned.hpp>
#include <isobit/method/compensated.hpp>
#include <isobit/method/extended.hpp>
#include <isobit/method/prerounded.hpp>

#include "method.hpp"

namespace isobit::tool {

/// `extended` of the command: double-double for doubles, so that the bits are the same on every machine; double for
/// floats.
template <class T> struct portable_extended { using type = extended<T>; };
template <> struct portable_extended<double> { using type = extended<double, extended_format::double_double>; };

template <template <class, int> class Accumulator, class T, class Body> auto with_levels(int levels, Body body) {
  switch (levels) {
  case 1:
    return body(std::type_identity<Accumulator<T, 1>>());
  case 2:
    return body(std::type_identity<Accumulator<T, 2>>());
  case 3:
    return body(std::type_identity<Accumulator<T, 3>>());
  default:
    return body(std::type_identity<Accumulator<T, 4>>());
  }
}

template <class T, int K> using default_binned = binned<T, K>;

/// body(std::type_identity<binned<T, K>>) for the method's K.
template <class T, class Body> auto with_bins(method which, Body body) {
  return with_levels<default_binned, T>(which.levels, body);
}

/// body(std::type_identity<A>) for methods whose bits come from the plan `fixed_lanes`.
template <class T, class Body> auto with_lanes(method which, Body body) {
  if (which.kind == method_kind::kahan) return body(std::type_identity<kahan<T>>());
  if (which.kind == method_kind::knuth) return body(std::type_identity<knuth<T>>());
  return body(std::type_identity<typename portable_extended<T>::type>());
}

/// body(std::type_identity<A>) for both sweeps.
template <class T, class Body> auto with_sweep(method which, Body body) {
  if (which.kind == method_kind::single_sweep) return with_levels<single_sweep, T>(which.levels, body);
  return with_levels<double_sweep, T>(which.levels, body);
}

}  // namespace isobit::tool
