// The sums of columns for one instruction set: compiled once for each, with ISOBIT_TARGET naming it.
#include "arithmetic/kernel/table.hpp"
#include "kernel/target.hpp"

#include "kernel/simd.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace kernel::ISOBIT_TARGET {

namespace {

using interpose::block_columns;
using interpose::block_rows;

template <class V> ISOBIT_INLINE V error_of_sum(V a, V b, V sum) {
  V const b_kept = sum - a;
  return (a - (sum - b_kept)) + (b - b_kept);
}

ISOBIT_INLINE f64 magnitudes(f64 x) { return (f64)((i64)x & 0x7fffffffffffffff); }

ISOBIT_INLINE f64 canonical(f64 x) { return x == x ? x : (f64)(u64{} + 0x7ff8000000000000u); }
ISOBIT_INLINE f32 canonical(f32 x) { return x == x ? x : (f32)(u32{} + 0x7fc00000u); }

/// A sum of several numbers and a mask: all bits set where it may be another.
template <class V, class Mask> struct attempt {
  V sum;
  Mask uncertain;
};

/// A margin that covers `rest` and the rounding of its own addition to x: docs/maths/interposer.md#margin
ISOBIT_INLINE f64 margin(f64 rest, f64 x) { return (rest + rest) + magnitudes(x) * 0x1p-51; }

struct columns_f64 {
  using element = double;
  using vector = f64;
  using mask = i64;
  static ISOBIT_INLINE f64 pair(f64 a, f64 b) { return canonical(a + b); }

  template <class At> static ISOBIT_INLINE attempt<f64, i64> sum(At at, int ranks) {
    f64 const first = at(0), second = at(1);
    f64 sum = first + second;
    f64 errors = error_of_sum(first, second, sum), rest = {};
    for (int rank = 2; rank < ranks; ++rank) {
      f64 const x = at(rank);
      f64 const next = sum + x;
      f64 const error = error_of_sum(sum, x, next);
      f64 const next_errors = errors + error;
      rest += magnitudes(error_of_sum(errors, error, next_errors));
      sum = next;
      errors = next_errors;
    }
    f64 const d = margin(rest, errors);
    i64 const certain = (i64)(rest == f64{}) | (i64)(sum + (errors - d) == sum + (errors + d));
    // Without an error the sum is the result; -0 is lost when +0 is added.
    return {errors == f64{} ? sum : sum + errors, ~certain};
  }
};

/// In doubles, where nothing overflows and most sums are exact.
struct columns_f32 {
  using element = float;
  using vector = f32;
  using mask = decltype(f32{} == f32{});
  static ISOBIT_INLINE f32 pair(f32 a, f32 b) { return canonical(a + b); }

  template <class At> static ISOBIT_INLINE attempt<f32, mask> sum(At at, int ranks) {
    f64 sum = widen(at(0)), errors = {};
    for (int rank = 1; rank < ranks; ++rank) {
      f64 const x = widen(at(rank));
      f64 const next = sum + x;
      errors += magnitudes(error_of_sum(sum, x, next));
      sum = next;
    }
    f64 const d = margin(errors, sum);
    f32 const low = __builtin_convertvector(sum - d, f32), high = __builtin_convertvector(sum + d, f32);
    mask const exact = __builtin_convertvector((i64)(errors == f64{}), mask);
    return {__builtin_convertvector(sum, f32), ~(exact | (low == high))};
  }
};

/// The bits of the lanes that are set, from `first` on.
template <class Mask> ISOBIT_INLINE std::uint64_t set_lanes(Mask v, std::size_t first) {
  std::uint64_t bits = 0;
  for (std::size_t k = 0; k < lanes; ++k) bits |= std::uint64_t{v[k] != 0} << (first + k);
  return bits;
}

template <class Columns> ISOBIT_INLINE std::uint64_t sum_columns(block_rows const& in, std::byte* result) {
  using V = typename Columns::vector;
  constexpr std::size_t size = sizeof(typename Columns::element);
  auto const put = [&](auto at, auto store_it, std::size_t first, std::uint64_t& bits, auto ranks)
      __attribute__((always_inline)) {
    if (ranks == 2) return store_it(Columns::pair(at(0), at(1)));
    auto const [sum, uncertain] = Columns::sum(at, ranks);
    store_it(sum);
    typename Columns::mask any = uncertain;
    bits |= set_lanes(any, first);
  };
  std::uint64_t bits = 0;
  if (in.count < lanes) {
    std::size_t const bytes = in.count * size;
    put(
        [&](int rank) __attribute__((always_inline)) {
          V v = {};
          for (std::size_t k = 0; k < in.count; ++k)
            __builtin_memcpy((std::byte*)&v + k * size, in.first + (std::size_t)rank * in.stride + k * size, size);
          return v;
        },
        [&](V v) __attribute__((always_inline)) { __builtin_memcpy(result, &v, bytes); }, 0, bits, in.ranks);
    return bits & ((std::uint64_t{1} << in.count) - 1);
  }
  auto const group = [&](std::size_t i) __attribute__((always_inline)) {
    put(
        [&](int rank)
            __attribute__((always_inline)) { return load<V>(in.first + (std::size_t)rank * in.stride + i * size); },
        [&](V v) __attribute__((always_inline)) { store(result + i * size, v); }, i, bits, in.ranks);
  };
  std::size_t i = 0;
  for (; i + lanes <= in.count; i += lanes) group(i);
  if (i < in.count) group(in.count - lanes);  // some once more
  return bits;
}

}  // namespace

extern interpose::column_kernels const column_kernels;
interpose::column_kernels const column_kernels = {
    .sum_f64 = [](block_rows const& in, std::byte* result) { return sum_columns<columns_f64>(in, result); },
    .sum_f32 = [](block_rows const& in, std::byte* result) { return sum_columns<columns_f32>(in, result); },
};

}  // namespace kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
