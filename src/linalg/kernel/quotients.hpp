#pragma once

#include "linalg/kernel/moderate.hpp"
#include "linalg/kernel/tile.hpp"

/// From sums that wait unrounded to entries of a factor or a solution. docs/maths/factor.md#test
ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

using namespace arithmetic;

ISOBIT_INLINE f64 gather(double const* from, index const* place) {
  f64 v;
#pragma GCC unroll 16
  for (int lane = 0; lane < static_cast<int>(lanes); ++lane) v[lane] = from[place[lane]];
  return v;
}

template <class T>
inline bool divide_sums(sums_to_divide const& s, double* result, double* scaled, std::int64_t* open) {
  f64 const line_unit = broadcast(s.line_unit), divisor = broadcast(s.divisor);
  i64 any = {};
  for (index i = 0; i < s.count; i += static_cast<index>(lanes)) {
    f64 const unit = line_unit * load<f64>(s.unit + i);
    f64 const high = gather(s.high, s.place + i), low = gather(s.low, s.place + i);
    auto const rounded = round_within<T>(enclosure<f64>{high * unit, low * unit, load<f64>(s.radius + i) * unit});
    f64 quotient = rounded.value / divisor;
    // Innocuous: 53 bits are more than twice 24, and two more.
    if constexpr (sizeof(T) == sizeof(float)) quotient = widen(narrow(quotient));
    f64 const in_units = quotient * load<f64>(s.power + i);
    i64 const holds = rounded.holds & certify::is_accepted<T>(quotient) & (magnitude(in_units) <= broadcast(1.0));
    store(result + i, quotient);
    store(scaled + i, in_units);
    store(open + i, ~holds);
    any |= ~holds;
  }
  return or_lanes((u64)any) != 0;
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
