#pragma once

#include "math/arrays.hpp"

/// Arrays of functions that have a quick way: every element by that, and of what it leaves open whole vectors by the
/// fast tier. Called in the standard environment. docs/maths/functions.md#two-phases
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

#if ISOBIT_VECTOR_BYTES == 64
/// A bit for each lane of which the quick way keeps its promise. Comparisons are asked for in this form: gcc would make
/// vectors of their bits, and bits of these.
template <class Function> ISOBIT_LANE __mmask8 quick_lanes(wide x, wide high) {
  if constexpr (requires { Function::vectors_below; })
    return _mm512_cmp_pd_mask(_mm512_abs_pd((__m512d)x), _mm512_set1_pd(Function::vectors_below), _CMP_LT_OQ);
  else if constexpr (requires { Function::inside_quick(x, high); })
    return _mm512_movepi64_mask((__m512i)Function::inside_quick(x, high));
  else
    return _mm512_movepi64_mask((__m512i)Function::inside(x));
}

/// `quick_tier` in fewer operations: the results where it is certain, the arguments elsewhere, and these lanes.
struct quick_results {
  wide value;
  unsigned char open;
};
template <class Function> ISOBIT_LANE quick_results quick_vector(wide x) {
  auto const result = Function::quick(x);
  auto const [below, above] = certify::ends_with_room<double>(static_cast<enclosure<wide> const&>(result));
  auto const settled =
      _mm512_mask_cmpeq_epi64_mask(quick_lanes<Function>(x, result.high), (__m512i)below, (__m512i)above);
  __m512i value = (__m512i)above;
  if constexpr (requires { result.exponent; }) value = _mm512_add_epi64(value, (__m512i)result.exponent);
  return {(wide)_mm512_mask_mov_epi64((__m512i)x, settled, value), static_cast<unsigned char>(~settled)};
}

/// So many elements at most; what is open stands in `out` as its own argument, so that `out` may be `in`.
template <class Function> class two_phases {
public:
  static constexpr std::size_t capacity = 2048;

  void operator()(double const* in, double* out, std::size_t n) {
    std::size_t i = 0;
    for (; i + lanes <= n; i += lanes) {
      auto const t = quick_vector<Function>(array_of<double>::load(in + i));
      array_of<double>::store(out + i, t.value);
      open_[i / lanes] = t.open;
    }
    if (i < n) {
      auto const t = quick_vector<Function>(load_some(in + i, n - i));
      store_some(out + i, n - i, t.value);
      open_[i / lanes] = t.open & static_cast<unsigned char>((1u << (n - i)) - 1);
    }
    settle(out, list_open((n + lanes - 1) / lanes));
  }

private:
  /// Where the open elements are, and how many. Without a branch for each: their number cannot be predicted.
  std::size_t list_open(std::size_t vectors) {
    constexpr std::size_t at_once = sizeof(std::uint64_t), listed_at_once = 16;
    for (std::size_t i = vectors; i % at_once != 0; ++i) open_[i] = 0;
    __m512i const counting = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    std::size_t count = 0;
    for (std::size_t first = 0; first < vectors; first += at_once) {
      std::uint64_t word;
      __builtin_memcpy(&word, open_ + first, sizeof word);
      if (word == 0) continue;
      for (std::size_t i = 0; i < 8 * sizeof word; i += listed_at_once) {
        auto const some = static_cast<__mmask16>(word >> i);
        __m512i const places = _mm512_add_epi32(counting, _mm512_set1_epi32(static_cast<int>(first * lanes + i)));
        _mm512_storeu_si512(places_ + count, _mm512_maskz_compress_epi32(some, places));
        count += static_cast<std::size_t>(__builtin_popcount(some));
      }
    }
    return count;
  }

  /// Whole vectors of them, and only then back to their places: so that one does not wait for another.
  void settle(double* out, std::size_t count) {
    if (count == 0) return;
    for (std::size_t i = 0; i < count; ++i) values_[i] = out[places_[i]];
    array_of<double>::store(values_ + count, all<wide>(values_[0]));  // the last vector's rest
    for (std::size_t first = 0; first < count; first += lanes) {
      wide const x = array_of<double>::load(values_ + first);
      auto const t = fast_tier_of_lanes<Function, double>(x);
      array_of<double>::store(values_ + first, t.value);
      if (!all_set(t.holds)) [[unlikely]]
        for (std::size_t i = 0; i < lanes && first + i < count; ++i)
          if (!lane_is_set(t.holds, i)) values_[first + i] = remaining_tiers<Function>(lane(x, i));
    }
    for (std::size_t i = 0; i < count; ++i) out[places_[i]] = values_[i];
  }

  unsigned char open_[capacity / lanes];
  int places_[capacity + 16];  // and what is stored beyond
  double values_[capacity + lanes];
};

template <class Function> void in_two_phases(double const* in, double* out, std::size_t n) {
  two_phases<Function> run;
  for (; n > run.capacity; n -= run.capacity, in += run.capacity, out += run.capacity) run(in, out, run.capacity);
  run(in, out, n);
}
#else
template <class Function> void in_two_phases(double const* in, double* out, std::size_t n);
#endif

/// A function of one argument: by the quick way where there is one.
template <class Function, class T> void array_of_one(T const* in, T* out, std::size_t n) {
  if constexpr (sizeof(T) == sizeof(double) && begins_quickly<Function>)
    in_two_phases<Function>(in, out, n);
  else
    array<Function>(in, out, n);
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
