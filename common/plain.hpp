#pragma once

#include <cstddef>
#include <cstring>

// What a careful programmer writes when only speed counts: eight independent vector accumulators, then single
// vectors, then single elements. Included by one file for each instruction set, each with its own compiler flags;
// everything has internal linkage so that the linker cannot mix them up.
namespace {

template <class T, std::size_t Bytes> struct plain {
  typedef T vector __attribute__((vector_size(Bytes)));
  static constexpr std::size_t lanes = Bytes / sizeof(T);

  static vector load(T const* from) {
    vector v;
    std::memcpy(&v, from, sizeof v);
    return v;
  }

  static T total(vector const (&a)[8]) {
    vector const sums = ((a[0] + a[4]) + (a[1] + a[5])) + ((a[2] + a[6]) + (a[3] + a[7]));
    T result = sums[0];
    for (std::size_t lane = 1; lane < lanes; ++lane) result += sums[lane];
    return result;
  }

  static T sum(T const* x, std::size_t size) {
    vector accumulators[8] = {};
    std::size_t i = 0;
    for (; i + 8 * lanes <= size; i += 8 * lanes)
      for (std::size_t k = 0; k < 8; ++k) accumulators[k] += load(x + i + k * lanes);
    for (; i + lanes <= size; i += lanes) accumulators[0] += load(x + i);
    T result = total(accumulators);
    for (; i < size; ++i) result += x[i];
    return result;
  }

  /// Compiled with contraction on, so that each step is a fused multiply-add where the machine has one.
  static T dot(T const* x, T const* y, std::size_t size) {
    vector accumulators[8] = {};
    std::size_t i = 0;
    for (; i + 8 * lanes <= size; i += 8 * lanes)
      for (std::size_t k = 0; k < 8; ++k) accumulators[k] += load(x + i + k * lanes) * load(y + i + k * lanes);
    for (; i + lanes <= size; i += lanes) accumulators[0] += load(x + i) * load(y + i);
    T result = total(accumulators);
    for (; i < size; ++i) result += x[i] * y[i];
    return result;
  }
};

}  // namespace
