#pragma once

#include <cstddef>
#include <cstdint>

#include "column/columns.hpp"
#include "column/hash.hpp"

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
/// products. Merged with what is known of other columns: looking for worse ones than those takes less time.
[[nodiscard]] column_facts inspect(operation what, element type, rows const& in, void const* exact,
                                   column_facts so_far = {});

/// How far one vector of results is from another.
struct distance {
  std::uint64_t different = 0;  ///< elements whose bits differ; a complex number is one element
  std::uint64_t ulps = 0;       ///< the largest number of steps between neighbouring numbers, saturated; NaN and an
                                ///< infinity against anything else count as the largest, one NaN against another as
                                ///< none; +0 and -0 are one step apart
  void merge(distance const& other) noexcept;
};
[[nodiscard]] distance distance_between(element type, std::size_t count, void const* one, void const* other);

/// A 64-bit hash of `count` numbers' bytes, without the padding of x87 numbers, from pieces that come one after the
/// other. Any change of a bit changes it almost certainly.
class number_hash {
public:
  number_hash(element type, std::size_t count) noexcept;
  /// The next ones. Precondition: all pieces but the last have a multiple of 8 bytes.
  void add(std::size_t count, void const* numbers) noexcept;
  [[nodiscard]] std::uint64_t value() noexcept { return hash_.value(); }
  /// See long_hash.
  [[nodiscard]] std::uint64_t* even_lanes() noexcept { return hash_.even_lanes(); }

private:
  element type_;
  long_hash hash_;
};
[[nodiscard]] std::uint64_t hash_of(element type, std::size_t count, void const* numbers) noexcept;

/// All of this at once, of columns that come one after the other: memory is read once.
struct passing_columns {
  element type;
  int own;                  ///< the row that `input` is of
  std::byte const* native;  ///< the results that are compared with the exact ones
  number_hash input, result;
  column_facts facts = {};
  distance from_native = {};

  passing_columns(element numbers, std::size_t count, int own_row, void const* native_results) noexcept
      : type(numbers), own(own_row), native(static_cast<std::byte const*>(native_results)), input(numbers, count),
        result(numbers, count) {}

  /// The next ones. Precondition: all pieces but the last have a multiple of 8 bytes a row.
  void add(operation what, rows const& in, void const* exact);
};

}  // namespace columns
ISOBIT_NAMESPACE_END
