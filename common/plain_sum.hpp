#pragma once

#include <span>

#include "machine.hpp"

namespace common {

double plain_sum_portable(std::span<double const> values);
float plain_sum_portable(std::span<float const> values);
double plain_sum_avx2(std::span<double const> values);
float plain_sum_avx2(std::span<float const> values);
double plain_sum_avx512(std::span<double const> values);
float plain_sum_avx512(std::span<float const> values);
/// From left to right: std::accumulate.
double standard_sum(std::span<double const> values);
float standard_sum(std::span<float const> values);

/// The fastest plain sum, which benchmarks compare with.
template <class T> T plain_sum(std::span<T const> values) {
#if defined(__x86_64__)
  static bool const avx2 = has_avx2();
  if (avx2) return plain_sum_avx2(values);
#endif
  return plain_sum_portable(values);
}

}  // namespace common
