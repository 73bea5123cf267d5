#pragma once

#include <cstddef>
#include <cstdint>

#include "arithmetic/element.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// How a column of numbers, one of each rank, becomes one.
enum class method : std::uint8_t {
  exact,     ///< correctly rounded
  binned,    ///< Demmel and Nguyen's bins; formats wider than double: exact
  extended,  ///< in rank order, in a wider format: double for float, x87 or double-double for double; wider ones: exact
  kahan,     ///< in rank order, with Kahan's correction
  knuth,     ///< in rank order, with Knuth's
  order,     ///< in rank order, one rounding an addition
  shuffle,   ///< in an order drawn from the seed and the column, one rounding an addition
};

struct arithmetic {
  method how = method::exact;
  int bins = 3;            ///< of method::binned, 1 to 4
  std::uint64_t seed = 1;  ///< of method::shuffle
};

/// What all ranks contribute to `count` results: a row a rank, in rank order, `stride` bytes apart.
struct rows {
  std::byte const* first;
  std::size_t stride;
  int ranks;
  std::size_t count;
};

/// result[i] = the sum or product of column i, whatever rounding mode, flush-to-zero or x87 precision the caller has
/// set. Sums of complex numbers are those of their parts. Products of real numbers are correctly rounded by
/// method::exact up to `most_exact_factors` ranks; all other products are in rank order (or shuffled), one rounding an
/// operation. The result may not overlap the rows.
void reduce(arithmetic const& how, operation what, element type, rows const& in, void* result);

inline constexpr int most_exact_factors = 4096;

}  // namespace interpose
ISOBIT_NAMESPACE_END
