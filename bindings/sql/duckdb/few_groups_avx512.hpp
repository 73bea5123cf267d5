#pragma once

#include "few_groups.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

#include <isobit/instruction_set.hpp>

namespace isobit::sql {

/// With AVX-512 eight rows at a time are compared with each group, and added where they are its own.
template <std::size_t Groups> class sums_in_vectors {
public:
  rows_left left;

  static bool can_run() { return active_instruction_set() == instruction_set::avx512; }

  /// As sums_in_table's.
  template <class T>
  bool add(sampled_groups const& sample, duckdb_aggregate_state const* states, T const* x, idx_t count) {
    sample_ = &sample;
    return in_standard_environment([&](environment_guard& environment) {
      idx_t const whole = count / width * width;
      if (!add_vectors(states, x, whole)) return false;
      for (idx_t row = whole; row < count; ++row)
        if (!left.add(row)) return false;
      bool finite = true;
      for_each_lane([&](auto, lane const& from) { finite &= from.is_finite(); });
      return finite && !environment.rounded();
    });
  }

  /// All rows of a group are counted in its first lane.
  template <class Action> void for_each_lane(Action const& action) const {
    for (std::size_t k = 0; k < sample_->size; ++k)
      for (idx_t i = 0; i < width; ++i)
        action(sample_->groups[k], lane{high_[k][i], low_[k][i], i == 0 ? count_[k] : 0});
  }

private:
  static constexpr idx_t width = 8;

  [[gnu::target("avx512f")]] static __m512d eight(double const* x) { return _mm512_loadu_pd(x); }
  [[gnu::target("avx512f")]] static __m512d eight(float const* x) {
    return _mm512_maskz_cvtps_pd(0xff, _mm256_loadu_ps(x));
  }

  template <class T>
  [[gnu::target("avx512f,popcnt"), gnu::noinline]] bool add_vectors(duckdb_aggregate_state const* states, T const* x,
                                                                    idx_t count) {
    __m512d high[Groups], low[Groups];
    __m512i group[Groups];
#pragma GCC unroll 8
    for (std::size_t k = 0; k < Groups; ++k) {
      high[k] = _mm512_set1_pd(-0.0);
      low[k] = _mm512_setzero_pd();
      group[k] = _mm512_set1_epi64(reinterpret_cast<std::intptr_t>(sample_->groups[k]));  // null beyond the last
      count_[k] = 0;
    }
    __m512i const upper = _mm512_set1_epi64(static_cast<std::int64_t>(upper_half));
    for (idx_t row = 0; row < count; row += width) {
      __m512i const state = _mm512_loadu_si512(states + row);
      __m512d const number = eight(x + row);
      __m512d const half = _mm512_castsi512_pd(_mm512_and_si512(_mm512_castpd_si512(number), upper));
      __m512d const rest = _mm512_sub_pd(number, half);
      unsigned found = 0;
#pragma GCC unroll 8
      for (std::size_t k = 0; k < Groups; ++k) {
        __mmask8 const mine = _mm512_cmpeq_epi64_mask(state, group[k]);
        high[k] = _mm512_mask_add_pd(high[k], mine, high[k], half);
        low[k] = _mm512_mask_add_pd(low[k], mine, low[k], rest);
        count_[k] += static_cast<unsigned>(__builtin_popcount(mine));
        found |= mine;
      }
      if (found != 0xff) [[unlikely]]
        for (idx_t i = 0; i < width; ++i)
          if ((found >> i & 1) == 0 && !left.add(row + i)) return false;
    }
#pragma GCC unroll 8
    for (std::size_t k = 0; k < Groups; ++k) {
      _mm512_storeu_pd(high_[k], high[k]);
      _mm512_storeu_pd(low_[k], low[k]);
    }
    return true;
  }

  sampled_groups const* sample_ = nullptr;
  double high_[Groups][width], low_[Groups][width];
  std::uint64_t count_[Groups];
};

}  // namespace isobit::sql
#endif
