// The sums of columns for one instruction set: compiled once for each, with ISOBIT_TARGET naming it.
#include "column/kernels.hpp"

#include "arithmetic/vector_halves.hpp"
#include "certify/rounding_test.hpp"
#include "certify/running_sum.hpp"
#include "column/kernel/float_rows.hpp"
#include "column/kernel/many_rows.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace columns::ISOBIT_TARGET {

namespace {

using namespace arithmetic;
using certify::certain, certify::enclosure, certify::round_with_room, certify::with_room;

// Every function is for vectors, and for the single numbers of blocks that do not fill one.
ISOBIT_INLINE f64 canonical(f64 x) { return x == x ? x : (f64)(u64{} + 0x7ff8000000000000u); }
ISOBIT_INLINE f32 canonical(f32 x) { return x == x ? x : (f32)(u32{} + 0x7fc00000u); }
ISOBIT_INLINE double canonical(double x) { return x == x ? x : __builtin_nan(""); }
ISOBIT_INLINE float canonical(float x) { return x == x ? x : __builtin_nanf(""); }
ISOBIT_INLINE f64 to_double(f64 x) { return x; }
ISOBIT_INLINE double to_double(double x) { return x; }
ISOBIT_INLINE f64 to_double(f32 x) { return widen(x); }
ISOBIT_INLINE double to_double(float x) { return widen(x); }

struct columns_f64 {
  using element = double;
  using vector = f64;

  template <class At> static ISOBIT_INLINE auto sum(At at, int ranks) {
    auto const first = at(0), second = at(1);
    auto sum = first + second;
    using V = decltype(sum);
    V const zero = {};
    V errors = two_sum_error(first, second, sum), rest = zero;
    for (int rank = 2; rank < ranks; ++rank) {
      V const x = at(rank);
      V const next = sum + x;
      V const error = two_sum_error(sum, x, next);
      V const next_errors = errors + error;
      rest += magnitude(two_sum_error(errors, error, next_errors));
      sum = next;
      errors = next_errors;
    }
    auto const test = round_with_room<double>(enclosure<V>{sum, errors, with_room(rest, errors)});
    // Without an error the sum is the result: -0 would be lost if +0 were added.
    return certain<V>{select(errors == zero, sum, sum + errors), either(rest == zero, test.holds)};
  }
};

/// In doubles, where nothing overflows and most sums are exact.
struct columns_f32 {
  using element = float;
  using vector = f32;

  template <class At> static ISOBIT_INLINE auto sum(At at, int ranks) {
    using V = decltype(to_double(at(0)));
    certify::running_sum<V> sum{to_double(at(0))};
    for (int rank = 1; rank < ranks; ++rank) sum.add(to_double(at(rank)));
    V const zero = {}, radius = with_room(sum.size, sum.high);
    auto const test = round_with_room<float>(enclosure<V>{sum.high, zero, radius});
    auto const result = narrow(sum.high);
    return certain<decltype(narrow(V{}))>{result, either(narrow_mask(sum.size == zero), test.holds)};
  }
};

template <class Columns> ISOBIT_INLINE std::uint64_t sum_one_by_one(block_rows const& in, std::byte* result) {
  using T = typename Columns::element;
  std::uint64_t open = 0;
  for (std::size_t i = 0; i < in.count; ++i) {
    auto const at = [&](int rank) __attribute__((always_inline)) {
      return load<T>(in.first + (std::size_t)rank * in.stride + i * sizeof(T));
    };
    if (in.ranks == 2) {
      store(result + i * sizeof(T), canonical(at(0) + at(1)));
    } else {
      auto const [sum, certain] = Columns::sum(at, in.ranks);
      store(result + i * sizeof(T), sum);
      open |= std::uint64_t{!certain} << i;
    }
  }
  return open;
}

/// body(i) for the first column of every vector; the last ones overlap where they would not fill one.
template <class Body> ISOBIT_INLINE void for_vectors(std::size_t count, Body body) {
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) body(i);
  if (i < count) body(count - lanes);
}

/// The bits of the lanes that are not set, where there is one.
template <class Mask> ISOBIT_INLINE std::uint64_t unset_lanes(Mask every, Mask const* mask_at, std::size_t count) {
  bool all = true;
  for (std::size_t k = 0; k < lanes; ++k) all &= every[k] != 0;
  std::uint64_t unset = 0;
  if (!all)
    for_vectors(count, [&](std::size_t i) {
      for (std::size_t k = 0; k < lanes; ++k) unset |= std::uint64_t{mask_at[i][k] == 0} << (i + k);
    });
  return unset;
}

template <class Columns> ISOBIT_INLINE std::uint64_t sum_vectors(block_rows const& in, std::byte* result, int ranks) {
  using V = typename Columns::vector;
  using Mask = decltype(V{} == V{});
  constexpr std::size_t size = sizeof(typename Columns::element);
  std::size_t const count = in.count;
  Mask every = V{} == V{};
  Mask certain_at[block_columns];
  for_vectors(
      count, [&](std::size_t i) __attribute__((always_inline)) {
        auto const at = [&](int rank) __attribute__((always_inline)) {
          return load<V>(in.first + (std::size_t)rank * in.stride + i * size);
        };
        auto const [sum, certain] = Columns::sum(at, ranks);
        store(result + i * size, sum);
        certain_at[i] = certain;
        every &= certain;
      });
  return unset_lanes(every, certain_at, count);
}

template <class Columns> ISOBIT_INLINE std::uint64_t sum_columns(block_rows const& in, std::byte* result) {
  using V = typename Columns::vector;
  constexpr std::size_t size = sizeof(typename Columns::element);
  if (lanes == 1 || in.count < lanes) return sum_one_by_one<Columns>(in, result);
  switch (in.ranks) {
  case 2:
    for_vectors(
        in.count, [&](std::size_t i) __attribute__((always_inline)) {
          V const sum = load<V>(in.first + i * size) + load<V>(in.first + in.stride + i * size);
          store(result + i * size, canonical(sum));
        });
    return 0;
  case 3:
    return sum_vectors<Columns>(in, result, 3);
  case 4:
    return sum_vectors<Columns>(in, result, 4);
  default:
    return sum_vectors<Columns>(in, result, in.ranks);
  }
}

constexpr double largest_number = 0x1.fffffffffffffp+1023;

/// A ratio, NaN for 0/0, and whether it may be believed: not where the sum is not finite or the ratio overflows. What
/// is not finite among the addends shows in the sum.
template <class At, class V> ISOBIT_INLINE auto condition_of(At at, int ranks, V sum) {
  V const zero = {}, largest = zero + largest_number;
  V total = zero;
  for (int rank = 0; rank < ranks; ++rank) total += magnitude(to_double(at(rank)));
  V const ratio = total / magnitude(sum);
  return certain<V>{ratio, both(magnitude(sum) <= largest, either(ratio <= largest, sum == zero))};
}

/// Whether conditions are not above the worst so far, without a division, which takes longer than all the rest.
/// docs/maths/columns.md#condition
struct condition_test {
  f64 const worst;
  f64 widest = broadcast(-1.0);  // of total - worst * |sum|
  f64 rest = {};                 // NaN once something is not finite

  ISOBIT_INLINE void add(f64 total, f64 sum) {
    f64 const gap = total - worst * magnitude(sum), zero = {};
    widest = larger_number(gap, widest);
    rest = has_fma ? fma(gap, zero, rest) : rest + gap * zero;
  }
  ISOBIT_INLINE bool holds() const {
    f64 const zero = {};
    return or_lanes(~(u64)((worst[0] == 1 ? widest <= zero : widest < zero) & (rest == zero))) == 0;
  }
};

/// The sum of the magnitudes of a vector of columns.
template <class Columns> ISOBIT_INLINE f64 total_at(block_rows const& in, std::size_t i, int ranks) {
  f64 total = {};
  for (int rank = 0; rank < ranks; ++rank)
    total += magnitude(to_double(load<typename Columns::vector>(in.first + (std::size_t)rank * in.stride +
                                                                i * sizeof(typename Columns::element))));
  return total;
}

template <class Columns>
ISOBIT_INLINE bool conditions_are_within(block_rows const& in, std::byte const* sums, double worst, int ranks) {
  if (lanes == 1 || in.count < lanes) return false;
  condition_test test{broadcast(worst)};
  for_vectors(
      in.count, [&](std::size_t i) __attribute__((always_inline)) {
        auto const sum = load<typename Columns::vector>(sums + i * sizeof(typename Columns::element));
        test.add(total_at<Columns>(in, i, ranks), to_double(sum));
      });
  return test.holds();
}

template <class Columns> ISOBIT_INLINE bool are_within(block_rows const& in, std::byte const* sums, double worst) {
  return in.ranks == 2 ? conditions_are_within<Columns>(in, sums, worst, 2)
                       : conditions_are_within<Columns>(in, sums, worst, in.ranks);
}

template <class Columns>
ISOBIT_INLINE std::uint64_t worst_condition(block_rows const& in, std::byte const* sums, double& worst) {
  using T = typename Columns::element;
  using V = typename Columns::vector;
  std::uint64_t open = 0;
  if (lanes == 1 || in.count < lanes) {
    for (std::size_t i = 0; i < in.count; ++i) {
      auto const at = [&](int rank) __attribute__((always_inline)) {
        return load<T>(in.first + (std::size_t)rank * in.stride + i * sizeof(T));
      };
      auto const [ratio, usual] = condition_of(at, in.ranks, to_double(load<T>(sums + i * sizeof(T))));
      if (usual && ratio > worst) worst = ratio;
      open |= std::uint64_t{!usual} << i;
    }
    return open;
  }
  f64 largest = f64{} + worst;
  i64 every = f64{} == f64{};
  i64 usual_at[block_columns];
  for_vectors(
      in.count, [&](std::size_t i) __attribute__((always_inline)) {
        auto const at = [&](int rank) __attribute__((always_inline)) {
          return load<V>(in.first + (std::size_t)rank * in.stride + i * sizeof(T));
        };
        auto const [ratio, usual] = condition_of(at, in.ranks, to_double(load<V>(sums + i * sizeof(T))));
        largest = (usual & (ratio > largest)) ? ratio : largest;
        usual_at[i] = usual;
        every &= usual;
      });
  for (std::size_t k = 0; k < lanes; ++k) worst = largest[k] > worst ? largest[k] : worst;
  return unset_lanes(every, usual_at, in.count);
}

/// Numbers in their order as integers: -0 is one step below +0.
template <class I> ISOBIT_INLINE I in_order(I bits, I magnitude_bits) {
  return bits ^ ((bits >> (8 * sizeof(bits[0]) - 1)) & magnitude_bits);
}

template <class I, class U, class Bits>
ISOBIT_INLINE bool distance_of(std::byte const* one, std::byte const* other, std::size_t count,
                               std::uint64_t& different, std::uint64_t& ulps, Bits infinity) {
#if ISOBIT_VECTOR_BYTES == 16 && defined(__SSE2__) && !defined(__SSE4_2__)
  if (sizeof(Bits) == 8) return false;  // SSE2 has no comparison of 64-bit integers
#endif
  constexpr Bits sign_bit = Bits{1} << (8 * sizeof(Bits) - 1);
  constexpr std::size_t width = sizeof(I) / sizeof(Bits);
  I const magnitudes = (I)(U{} + (Bits)~sign_bit), finite = (I)(U{} + (Bits)(infinity - 1));
  I special = {};
  U differing = {}, largest = {};
  auto const compare = [&](I a, I b) __attribute__((always_inline)) {
    I const differs = a != b;
    I const x = in_order(a, magnitudes), y = in_order(b, magnitudes);
    U const steps = x > y ? (U)x - (U)y : (U)y - (U)x;
    special |= differs & (((a & magnitudes) > finite) | ((b & magnitudes) > finite));
    differing -= (U)differs;
    largest = steps > largest ? steps : largest;
  };
  std::size_t i = 0;
  for (; i + width <= count; i += width) compare(load<I>(one + i * sizeof(Bits)), load<I>(other + i * sizeof(Bits)));
  if (i < count) {
    I a = {}, b = {};
    __builtin_memcpy(&a, one + i * sizeof(Bits), (count - i) * sizeof(Bits));
    __builtin_memcpy(&b, other + i * sizeof(Bits), (count - i) * sizeof(Bits));
    compare(a, b);
  }
  for (std::size_t k = 0; k < width; ++k)
    if (special[k] != 0) return false;
  for (std::size_t k = 0; k < width; ++k) {
    different += differing[k];
    ulps = largest[k] > ulps ? largest[k] : ulps;
  }
  return true;
}

/// The lanes of a hash, as vectors.
struct hash_state {
  static constexpr std::size_t count = hash_lanes / lanes;
  u64 lane[count];

  ISOBIT_INLINE explicit hash_state(std::uint64_t const* from) {
    for (std::size_t k = 0; k < count; ++k) lane[k] = load<u64>(from + k * lanes);
  }
  ISOBIT_INLINE void store_to(std::uint64_t* to) const {
    for (std::size_t k = 0; k < count; ++k) store(to + k * lanes, lane[k]);
  }
  /// The halves of lane + word change places, and are multiplied one by one.
  ISOBIT_INLINE void add(std::size_t k, u64 words) {
    u64 const sum = lane[k] + words, swapped = swap_halves(sum), factor = broadcast(hash_factor);
    lane[k] =
        lanes == 1 ? swapped * factor : multiply_low_halves(swapped, factor) + (multiply_low_halves(sum, factor) << 32);
  }
};

ISOBIT_INLINE void add_to_hash(std::uint64_t* lane, std::byte const* words, std::size_t rounds) {
  hash_state hash(lane);
  for (std::size_t round = 0; round < rounds; ++round)
    for (std::size_t k = 0; k < hash.count; ++k, words += sizeof(u64)) hash.add(k, load<u64>(words));
  hash.store_to(lane);
}

ISOBIT_INLINE passing_facts pass(block_rows const& in, std::byte const* sums, double worst, passing_row const& own,
                                 std::uint64_t* sum_lanes, std::byte const* native, int ranks) {
  condition_test test{broadcast(worst)};
  hash_state own_hash(own.lanes), sum_hash(sum_lanes);
  constexpr std::size_t page = 4096;
  u64 differing = {};
  for (std::size_t first = 0; first < in.count; first += hash_lanes)
    for (std::size_t k = 0; k < own_hash.count; ++k) {
      std::size_t const i = first + k * lanes, at = i * sizeof(double);
      u64 const sum = load<u64>(sums + at);
      test.add(total_at<columns_f64>(in, i, ranks), (f64)sum);
      own_hash.add(k, load<u64>(own.first + at));
      sum_hash.add(k, sum);
      __builtin_prefetch(native + at + page);  // the MPI may have left it farther away than the rest
      differing |= sum ^ load<u64>(native + at);
    }
  own_hash.store_to(own.lanes);
  sum_hash.store_to(sum_lanes);
  return {test.holds(), or_lanes(differing) == 0};
}

}  // namespace

extern column_kernels const kernels;
column_kernels const kernels = {
    .sum_f64 = [](block_rows const& in, std::byte* result) { return sum_columns<columns_f64>(in, result); },
    .sum_f32 = [](block_rows const& in, std::byte* result) { return sum_columns<columns_f32>(in, result); },
    .sum_many_rows = [](block_rows const& in, std::byte* result,
                        std::uint64_t* open) { sum_many_rows(in, result, open); },
    .enclose_floats = [](block_rows const& in, std::byte* result,
                         std::uint64_t* open) { enclose_floats(in, result, open); },
    .add_floats = [](block_rows const& in, double* sums) { add_floats(in, sums); },
    .narrow = [](double const* sums, std::size_t count, std::byte* result) { narrow_sums(sums, count, result); },
    .lanes = lanes,
    .condition_f64 = [](block_rows const& in, std::byte const* sums,
                        double& worst) { return worst_condition<columns_f64>(in, sums, worst); },
    .condition_f32 = [](block_rows const& in, std::byte const* sums,
                        double& worst) { return worst_condition<columns_f32>(in, sums, worst); },
    .within_f64 = [](block_rows const& in, std::byte const* sums,
                     double worst) { return are_within<columns_f64>(in, sums, worst); },
    .within_f32 = [](block_rows const& in, std::byte const* sums,
                     double worst) { return are_within<columns_f32>(in, sums, worst); },
    .distance_f64 =
        [](std::byte const* one, std::byte const* other, std::size_t count, std::uint64_t& different,
           std::uint64_t& ulps) {
          return distance_of<i64, u64>(one, other, count, different, ulps, std::uint64_t{0x7ff} << 52);
        },
    .distance_f32 =
        [](std::byte const* one, std::byte const* other, std::size_t count, std::uint64_t& different,
           std::uint64_t& ulps) {
          return distance_of<i32, u32>(one, other, count, different, ulps, std::uint32_t{0xff} << 23);
        },
    .hash = [](std::uint64_t* lanes, std::byte const* words, std::size_t rounds) { add_to_hash(lanes, words, rounds); },
    .pass_f64 =
        [](block_rows const& in, std::byte const* sums, double worst, passing_row const& own, std::uint64_t* sum_lanes,
           std::byte const* native) {
          return in.ranks == 2 ? pass(in, sums, worst, own, sum_lanes, native, 2)
                               : pass(in, sums, worst, own, sum_lanes, native, in.ranks);
        },
};

}  // namespace columns::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
