#pragma once

#include <cstddef>
#include <cstdint>

#include "column/element.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace columns {

/// How a column of numbers, one of each rank, becomes one.
enum class rule : std::uint8_t {
  exact,     ///< correctly rounded
  binned,    ///< Demmel and Nguyen's bins; formats wider than double: exact
  extended,  ///< in rank order, in a wider format: double for float, x87 or double-double for double; wider ones: exact
  kahan,     ///< in rank order, with Kahan's correction
  knuth,     ///< in rank order, with Knuth's
  order,     ///< in rank order, one rounding an addition
  shuffle,   ///< in an order drawn from the seed and the column's bits, one rounding an addition
};

struct recipe {
  rule how = rule::exact;
  int bins = 3;            ///< of rule::binned, 1 to 4
  std::uint64_t seed = 1;  ///< of rule::shuffle
};

/// What all ranks contribute to `count` results: a row a rank, in rank order, `stride` bytes apart.
struct rows {
  std::byte const* first;
  std::size_t stride;
  int ranks;
  std::size_t count;
};

/// result[i] = the sum or product of column i, whatever rounding mode, flush-to-zero, x87 precision or traps the caller
/// has set; these, and the caller's exception flags, are the same afterwards. Any address will do for rows and result;
/// they may not overlap. The padding of x87 results is zero.
///
/// Sums of complex numbers are those of their parts. Products of real numbers are correctly rounded, up to
/// `most_exact_factors` ranks, by every method but `order` and `shuffle`; all other products, and those of complex
/// numbers ((ac - bd) + (ad + bc)i, each operation rounded), are in rank order, or shuffled.
/// NaN, infinities and zeros are as BITS.md says of the method; a NaN is always the canonical one. The exception is a
/// single rank, whose bytes are copied. Precondition: at least one rank.
void reduce(recipe const& how, operation what, element type, rows const& in, void* result);

inline constexpr int most_exact_factors = 4096;

}  // namespace columns
ISOBIT_NAMESPACE_END
