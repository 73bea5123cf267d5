#pragma once

#include <cstdint>

#include "cuda/call.hpp"
#include "cuda/groups/descent.hpp"

/// Sums of groups, whose numbers are known: what the public calls need of the kernels.
ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// Doubles need three words, lest most of them had bits below; floats have enough of two, and more groups in the cache.
template <class T> inline constexpr int word_count = 2;
template <> inline constexpr int word_count<double> = 3;

/// The words of a group, in one sector of the cache.
template <class T> struct alignas(16 * (word_count<T> - 1)) group_words { std::int64_t word[word_count<T>]; };

/// What the blocks tell each other. All zero before a call.
struct group_control {
  struct seen {
    int above;  ///< the numbers are below 2^(above - offset)
    int below;  ///< bits that the first window does not have go down to 2^(offset - below); 0: there are none
  };
  static constexpr int offset = 2048;
  seen in_sample, in_try[2];
  std::uint32_t doubtful;  ///< whether a sum is zero, and may be -0 or that of nothing
  /// Why no sum was written, if that is so.
  static constexpr unsigned long long number_outside = 1, edges_in_disorder = 2;
  unsigned long long refused;
};

/// sums[number[i] - first] = the exact sum of all values[i], rounded once.
template <class T, class Number> struct group_task {
  Number const* number;
  T const* values;
  T* sums;
  long long size;
  std::uint32_t groups;
  Number first;
  int stride;                ///< of the values and the sums: parts of complex numbers are done one after the other
  bool leaves_out_negative;  ///< where a number is negative; else that is refused
  bool signed_zeros;         ///< a sum of nothing but -0 is -0
  group_control* control;
  group_words<T>* words;  ///< zeros
  std::uint32_t* flags;   ///< of each group, what words cannot hold; zeros
  descent* states;
  unsigned char* present;  ///< becomes whether a group has values, if not null; with signed zeros only
};

/// Starts it. Where a number is none of a group's, or something is refused already, no sum is written.
template <class T, class Number> void start_groups(place const& here, group_task<T, Number> const& task);

/// number[i] = that of the bin of samples[i]: edges[b] <= x < edges[b + 1], or x = the last edge; -1 where there is
/// none. Refuses edges that do not ascend.
template <class T>
void start_binning(place const& here, T const* samples, long long size, T const* edges, long long edge_count,
                   std::int32_t* number, group_control* control);

}  // namespace cuda
ISOBIT_NAMESPACE_END
