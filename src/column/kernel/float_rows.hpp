#pragma once

#include "certify/rounding_test.hpp"
#include "column/kernel/panel.hpp"

/// Columns of floats, added up in doubles: where the machine's flags say that nothing was rounded, these are the sums;
/// elsewhere the largest sum on the way bounds what was. docs/maths/columns.md#floats
ISOBIT_NAMESPACE_BEGIN
namespace columns::ISOBIT_TARGET {

struct plain_sum {
  f64 value;
  static ISOBIT_INLINE plain_sum none() { return {broadcast(-0.0)}; }
  ISOBIT_INLINE void add(f64 x) { value += x; }
};

struct bounded_sum {
  f64 value;
  f64 largest;  ///< in magnitude, of the sums so far
  static ISOBIT_INLINE bounded_sum none() { return {broadcast(-0.0), f64{}}; }
  ISOBIT_INLINE void add(f64 x) {
    value += x;
    largest = larger_number(magnitude(value), largest);
  }
};

template <class Sum> ISOBIT_INLINE void add_all(panel<float, Sum>& columns) {
  for (std::size_t v = 0; v < columns.vectors; ++v) columns.sums[v] = Sum::none();
  columns.add_all([](int) {});
}

/// The last vector begins where the columns end, less its lanes: it overwrites some of the one before with the same.
ISOBIT_INLINE void add_floats(block_rows const& in, double* sums) {
  panel<float, plain_sum> columns(in);
  add_all(columns);
  for (std::size_t v = 0; v < columns.vectors; ++v) store(sums + columns.column_of(v), columns.sums[v].value);
}

/// NaN canonically.
ISOBIT_INLINE void narrow_sums(double const* sums, std::size_t count, std::byte* result) {
  for (std::size_t i = 0; i < count; i += lanes) {
    std::size_t const column = i + lanes <= count ? i : count - lanes;
    f32 const rounded = narrow(load<f64>(sums + column));
    store(result + column * sizeof(float), rounded == rounded ? rounded : (f32)(u32{} + 0x7fc00000u));
  }
}

ISOBIT_INLINE void enclose_floats(block_rows const& in, std::byte* result, std::uint64_t* open) {
  panel<float, bounded_sum> columns(in);
  add_all(columns);
  for (std::size_t word = 0; word * 64 < in.count; ++word) open[word] = 0;
  f64 const units = broadcast((double)in.ranks * 0x1p-53), zero = {};
  for (std::size_t v = 0; v < columns.vectors; ++v) {
    std::size_t const column = columns.column_of(v);
    auto const [value, largest] = columns.sums[v];
    auto const test = certify::round_with_room<float>(
        certify::enclosure<f64>{value, zero, certify::with_room(largest * units, value)});
    store(result + column * sizeof(float), narrow(value));
    mark_open(open, column, test.holds);
  }
}

}  // namespace columns::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
