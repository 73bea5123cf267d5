#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "column/columns.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace columns {

/// What an audit wants to know of the columns of a reduction beside their sums.
struct column_facts {
  double condition = 0;       ///< the worst of sum |x| / |sum x|, infinite where the sum is 0 and the addends are not
  bool has_nan = false;       ///< among the inputs
  bool has_infinity = false;  ///< among the inputs
  bool overflowed = false;    ///< a result that is not finite, of finite inputs
  void merge(column_facts const& other) noexcept;
};

/// `exact` is what `reduce` gave for these rows by rule::exact. The condition is that of a sum, to a few digits, at
/// most the largest double unless the sum is 0; columns that are all zero or have no finite sum do not count. 0 for
/// products.
[[nodiscard]] column_facts inspect(operation what, element type, rows const& in, void const* exact);

/// How far one vector of results is from another.
struct distance {
  std::uint64_t different = 0;  ///< elements whose bits differ; a complex number is one element
  std::uint64_t ulps = 0;       ///< the largest number of steps between neighbouring numbers, saturated; NaN and an
                                ///< infinity against anything else count as the largest, one NaN against another as
                                ///< none; +0 and -0 are one step apart
};
[[nodiscard]] distance distance_between(element type, std::size_t count, void const* one, void const* other);

/// A 64-bit hash of the numbers' bytes, without the padding of x87 numbers. Any change of a bit changes it almost
/// certainly; at least 4 bytes a nanosecond.
[[nodiscard]] std::uint64_t hash_of(element type, std::size_t count, void const* numbers) noexcept;

}  // namespace columns
ISOBIT_NAMESPACE_END
