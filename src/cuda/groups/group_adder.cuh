#pragma once

#include "cuda/block_sum.cuh"
#include "cuda/groups/groups.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// A number that is not in any group here.
constexpr std::uint32_t no_group = ~std::uint32_t{0};

/// In global memory. As many lanes as a group has words add those of one number at once: they are in one sector of the
/// cache, so that is one access, and not one for each. docs/performance/cuda.md#groups
template <class T> class global_words {
public:
  __device__ global_words(group_words<T>* words, std::uint32_t, void*) : words_(words) {}

  __device__ void clear() {}
  /// By a whole warp; lanes without a group take part.
  __device__ void add(window<word_count<T>> const& here, std::uint32_t group, double x) {
    constexpr unsigned lanes = sizeof(group_words<T>) / sizeof(std::int64_t);
    unsigned const lane = threadIdx.x % 32, k = lane % lanes;
#pragma unroll
    for (unsigned turn = 0; turn < lanes; ++turn) {
      unsigned const from = (turn * 32 + lane) / lanes;
      std::uint32_t const to = __shfl_sync(whole_warp, group, from);
      cut_number const number(__shfl_sync(whole_warp, x, from));
      if (to != no_group && k < word_count<T>) add_word(to, k, number.slice(here, k));
    }
  }
  __device__ void add_word(std::uint32_t group, unsigned k, std::int64_t value) {
    detail::add_to_word(words_[group].word[k], value);
  }
  __device__ void flush() {}

private:
  group_words<T>* words_;
};

/// In shared memory, where groups are few: as many copies as there is room for, which lanes share. Words are two
/// halves, as shared memory adds no longer ones without a loop.
template <class T> class block_words {
public:
  static constexpr std::uint32_t most_groups = 4096;
  static constexpr std::size_t bytes_of_slot = word_count<T> * sizeof(std::int64_t);
  static constexpr std::uint32_t copies(std::uint32_t groups) {
    std::uint32_t copies = 1;
    while (copies < 32 && 2 * copies * groups <= most_groups) copies *= 2;
    return copies;
  }

  __device__ block_words(group_words<T>* words, std::uint32_t groups, void* memory)
      : words_(words), half_(static_cast<std::uint32_t*>(memory)), groups_(groups), copies_(copies(groups)) {}

  __device__ void clear() {
    for (std::uint32_t i = threadIdx.x; i < 2 * word_count<T> * groups_ * copies_; i += blockDim.x) half_[i] = 0;
    __syncthreads();
  }
  __device__ void add(window<word_count<T>> const& here, std::uint32_t group, double x) {
    if (group == no_group) return;
    cut_number const number(x);
    for (int k = 0; k < word_count<T>; ++k) add_word(group, k, number.slice(here, k));
  }
  __device__ void add_word(std::uint32_t group, int k, std::int64_t value) {
    if (value == 0) return;
    auto const bits = static_cast<std::uint64_t>(value);
    auto const low = static_cast<std::uint32_t>(bits), high = static_cast<std::uint32_t>(bits >> 32);
    std::uint32_t* const word = at(group * copies_ + threadIdx.x % copies_, k);
    std::uint32_t const carry = low != 0 && atomicAdd(word, low) + low < low;
    if (high + carry != 0) atomicAdd(word + groups_ * copies_, high + carry);
  }
  /// To global memory.
  __device__ void flush() {
    __syncthreads();
    std::uint32_t const slots = groups_ * copies_;
    for (std::uint32_t i = threadIdx.x; i < slots; i += blockDim.x)
      for (int k = 0; k < word_count<T>; ++k) {
        std::uint32_t* const word = at(i, k);
        detail::add_to_word(words_[i / copies_].word[k],
                            static_cast<std::int64_t>(std::uint64_t{word[slots]} << 32 | word[0]));
      }
    __syncthreads();
  }

private:
  __device__ std::uint32_t* at(std::uint32_t slot, int k) const { return half_ + 2 * groups_ * copies_ * k + slot; }

  group_words<T>* words_;
  std::uint32_t* half_;  // the lower halves of word 0 of all slots, the upper halves, those of word 1, ...
  std::uint32_t groups_, copies_;
};

/// Adds the numbers that a warp reads. One group that many of them belong to has its words in registers, so that
/// neither long runs nor a favourite make all threads wait for one address.
template <class T, class Words> class group_adder {
public:
  __device__ group_adder(Words& words, window<word_count<T>> const& here) : words_(words), here_(here) {}

  /// By a whole warp; no_group for lanes that have no number.
  __device__ void add(std::uint32_t group, double x) {
    bool const there = group != no_group;
    std::uint32_t const before = __shfl_up_sync(whole_warp, group, 1);
    unsigned const pairs = __ballot_sync(whole_warp, there && threadIdx.x % 32 != 0 && group == before);
    if (pairs != 0 && !__any_sync(whole_warp, there && group == own_)) {
      flush();
      own_ = __shfl_sync(whole_warp, group, 31 - __clz(static_cast<int>(pairs)));
    }
    if (there && group == own_) {
      cut_number const number(x);
      for (int k = 0; k < word_count<T>; ++k) word_[k] += number.slice(here_, k);
      group = no_group;
    }
    if (__any_sync(whole_warp, group != no_group)) words_.add(here_, group, x);
  }

  __device__ void flush() {
    if (own_ == no_group) return;
    for (int k = 0; k < word_count<T>; ++k) {
      for (int offset = 16; offset > 0; offset /= 2) word_[k] += __shfl_xor_sync(whole_warp, word_[k], offset);
      if (threadIdx.x % 32 == 0) words_.add_word(own_, k, word_[k]);
      word_[k] = 0;
    }
    own_ = no_group;
  }

private:
  Words& words_;
  window<word_count<T>> here_;
  std::uint32_t own_ = no_group;  // the same in all lanes
  std::int64_t word_[word_count<T>] = {};
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
