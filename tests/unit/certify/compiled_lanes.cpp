#include "unit/certify/compiled_lanes.hpp"

#include "certify/rounding_test.hpp"

namespace isobit::test::ISOBIT_TARGET {
namespace {

using namespace isobit::arithmetic;
using certify::enclosure;

template <class V> ISOBIT_INLINE void keep(verdicts out, std::size_t i, V value, mask<V> holds) {
  __builtin_memcpy(out.value + i, &value, sizeof value);
  for (std::size_t k = 0; k < sizeof(V) / sizeof(double); ++k) out.holds[i + k] = lane_is_set(holds, k);
}

template <class V, class Body> ISOBIT_INLINE void for_each(enclosures const& in, Body body) {
  for (std::size_t i = 0; i < in.count; i += sizeof(V) / sizeof(double)) {
    V high, low, radius;
    __builtin_memcpy(&high, in.high + i, sizeof high);
    __builtin_memcpy(&low, in.low + i, sizeof low);
    __builtin_memcpy(&radius, in.radius + i, sizeof radius);
    body(i, enclosure<V>{high, low, radius});
  }
}

template <class T, class V> void within(enclosures const& in, verdicts out) {
  for_each<V>(
      in, [&](std::size_t i, enclosure<V> const& x) __attribute__((always_inline)) {
        auto const result = certify::round_within<T>(x);
        keep<V>(out, i, result.value, result.holds);
      });
}

/// Of the radius that `room` gives.
template <class T, class V, class Room> ISOBIT_INLINE void with_room_of(enclosures const& in, verdicts out, Room room) {
  for_each<V>(
      in, [&](std::size_t i, enclosure<V> const& x) __attribute__((always_inline)) {
        auto const result = certify::round_with_room<T>(enclosure<V>{x.high, x.low, room(x)});
        if constexpr (sizeof(T) == sizeof(float))
          keep<V>(out, i, widen(result.value), widen_mask(result.holds));
        else
          keep<V>(out, i, result.value, result.holds);
      });
}

template <class T, class V> void with_room(enclosures const& in, verdicts out) {
  with_room_of<T, V>(
      in, out, [](enclosure<V> const& x) __attribute__((always_inline)) { return x.radius; });
}

template <class T, class V> void bounded(enclosures const& in, verdicts out) {
  with_room_of<T, V>(
      in, out, [](enclosure<V> const& x) __attribute__((always_inline)) {
        return certify::with_room(x.radius, sizeof(T) == sizeof(double) ? x.low : x.high);
      });
}

template <class V> void finite_with_room(enclosures const& in, verdicts out) {
  for_each<V>(
      in, [&](std::size_t i, enclosure<V> const& x) __attribute__((always_inline)) {
        auto const result = certify::round_finite_with_room(x);
        keep<V>(out, i, result.value, result.holds);
      });
}

template <class V> void relative(enclosures const& in, double error, verdicts out) {
  for_each<V>(
      in, [&](std::size_t i, enclosure<V> const& x) __attribute__((always_inline)) {
        auto const result = certify::round_to_float(x.high, error);
        keep<V>(out, i, result.value, result.holds);
      });
}

}  // namespace

extern lanes_under_test const lanes_of_set;
lanes_under_test const lanes_of_set = {
    .within_f64 = {within<double, double>, within<double, f64>},
    .within_f32 = {within<float, double>, within<float, f64>},
    .with_room_f64 = {with_room<double, double>, with_room<double, f64>},
    .with_room_f32 = {with_room<float, double>, with_room<float, f64>},
    .bounded_f64 = {bounded<double, double>, bounded<double, f64>},
    .bounded_f32 = {bounded<float, double>, bounded<float, f64>},
    .finite_with_room = {finite_with_room<double>, finite_with_room<f64>},
    .relative = {relative<double>, relative<f64>},
};

}  // namespace isobit::test::ISOBIT_TARGET
