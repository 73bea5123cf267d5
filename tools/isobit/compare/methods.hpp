#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>

namespace isobit::tool {

// The usual ways to add, kept exactly as textbooks have them; compiled without contraction or fast-math.

/// One running sum, from the first number to the last.
template <std::floating_point T> class left_to_right {
public:
  void add(T x) { sum_ += x; }
  [[nodiscard]] T value() const { return sum_; }

private:
  T sum_ = 0;
};

/// Runs of 128 numbers are added from left to right, and their sums in pairs, pairs of pairs and so on.
template <std::floating_point T> class pairwise {
public:
  void add(T x) {
    run_ += x;
    if (++in_run_ == run_length) close_run();
  }
  [[nodiscard]] T value() const {
    T sum = run_;
    for (int level = 0; level < levels; ++level)
      if ((runs_ >> level & 1) != 0) sum = sums_[level] + sum;
    return sum;
  }

private:
  static constexpr int run_length = 128;
  static constexpr int levels = 64;

  /// Like adding 1 to a binary number: level k holds the sum of 2^k runs where bit k of runs_ is set.
  void close_run() {
    int level = 0;
    for (; (runs_ >> level & 1) != 0; ++level) run_ = sums_[level] + run_;
    sums_[level] = run_;
    ++runs_;
    run_ = 0;
    in_run_ = 0;
  }

  T run_ = 0;
  int in_run_ = 0;
  std::uint64_t runs_ = 0;
  T sums_[levels] = {};
};

/// Neumaier 1974: Kahan's (which the library has), also right where an addend is larger than the sum.
template <std::floating_point T> class neumaier {
public:
  void add(T x) {
    T const t = sum_ + x;
    correction_ += std::fabs(sum_) >= std::fabs(x) ? (sum_ - t) + x : (x - t) + sum_;
    sum_ = t;
  }
  // After an overflow or an infinity the correction is NaN and says nothing.
  [[nodiscard]] T value() const { return std::isfinite(sum_) ? sum_ + correction_ : sum_; }

private:
  T sum_ = 0;
  T correction_ = 0;
};

}  // namespace isobit::tool
