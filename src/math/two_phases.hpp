#pragma once

#include "math/arrays.hpp"

/// Arrays of functions that have a quick way: every element by that, and of what it leaves open whole vectors by the
/// fast tier. Called in the standard environment. docs/maths/functions.md#two-phases
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

#if ISOBIT_VECTOR_BYTES == 64  // what begins_quickly asks for

/// A bit for each lane that is not settled.
ISOBIT_LANE unsigned char open_lanes(mask<wide> settled) {
  return static_cast<unsigned char>(_mm512_movepi64_mask((__m512i)inverse(settled)));
}

/// So many elements at most; what is open stands in `out` as its own argument, so that `out` may be `in`.
template <class Function> class two_phases {
public:
  static constexpr std::size_t capacity = 4096;

  void operator()(double const* in, double* out, std::size_t n) {
    std::size_t i = 0;
    for (; i + lanes <= n; i += lanes) {
      wide const x = array_of<double>::load(in + i);
      auto const t = quick_tier<Function>(x);
      array_of<double>::store(out + i, select(t.holds, t.value, x));
      open_[i / lanes] = open_lanes(t.holds);
    }
    if (i < n) {
      wide const x = load_some(in + i, n - i);
      auto const t = quick_tier<Function>(x);
      store_some(out + i, n - i, select(t.holds, t.value, x));
      open_[i / lanes] = open_lanes(t.holds) & static_cast<unsigned char>((1u << (n - i)) - 1);
    }
    settle(out, list_open((n + lanes - 1) / lanes));
  }

private:
  /// Where the open elements are, and how many.
  std::size_t list_open(std::size_t vectors) {
    constexpr std::size_t at_once = sizeof(std::uint64_t);
    for (std::size_t i = vectors; i % at_once != 0; ++i) open_[i] = 0;
    std::size_t count = 0;
    for (std::size_t first = 0; first < vectors; first += at_once) {
      std::uint64_t word;
      __builtin_memcpy(&word, open_ + first, sizeof word);
      for (; word != 0; word &= word - 1) {
        auto const bit = static_cast<std::size_t>(__builtin_ctzll(word));
        list_[count++] = static_cast<std::uint16_t>((first + bit / 8) * lanes + bit % 8);
      }
    }
    return count;
  }

  void settle(double* out, std::size_t count) const {
    for (std::size_t first = 0; first < count; first += lanes) {
      std::uint16_t const* const at = list_ + first;
      std::size_t const some = count - first < lanes ? count - first : lanes;
      double arguments[lanes];
      for (std::size_t i = 0; i < lanes; ++i) arguments[i] = out[at[i < some ? i : 0]];
      auto const t = fast_tier_of_lanes<Function, double>(array_of<double>::load(arguments));
      for (std::size_t i = 0; i < some; ++i)
        out[at[i]] = lane_is_set(t.holds, i) ? lane(t.value, i) : remaining_tiers<Function>(arguments[i]);
    }
  }

  unsigned char open_[capacity / lanes];
  std::uint16_t list_[capacity];
};

#endif

/// A function of one argument: by the quick way where there is one.
template <class Function, class T> void array_of_one(T const* in, T* out, std::size_t n) {
#if ISOBIT_VECTOR_BYTES == 64
  if constexpr (sizeof(T) == sizeof(double) && begins_quickly<Function>) {
    two_phases<Function> run;
    for (; n > run.capacity; n -= run.capacity, in += run.capacity, out += run.capacity) run(in, out, run.capacity);
    return run(in, out, n);
  }
#endif
  array<Function>(in, out, n);
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
