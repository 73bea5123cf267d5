#pragma once

#include <cooperative_groups.h>

#include "cuda/elements.cuh"
#include "cuda/groups/group_adder.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

constexpr int group_threads = 512;

enum group_flag : std::uint32_t {
  has_nan = 1,
  has_positive_infinity = 2,
  has_negative_infinity = 4,
  has_negative_zero = 8
};

/// All that is done for groups, by a grid whose blocks run at the same time: they add what the numbers have in one
/// window of bits, and where that was not all, in the one below, and so on.
template <class T, class Number, class Words> class group_worker {
public:
  static constexpr int threads = group_threads;
  static constexpr int batch = 4;  // numbers that a lane reads at once
  using window_type = window<word_count<T>>;

  __device__ group_worker(group_task<T, Number> const& task, void* memory)
      : task_(task), words_(task.words, task.groups, memory) {
    // A block reads a part of its own, so that in sorted data few blocks meet at a group.
    constexpr long long size = threads * batch;
    long long const pieces = (task.size + size - 1) / size;
    first_ = pieces * blockIdx.x / gridDim.x * size;
    last_ = min(pieces * (blockIdx.x + 1) / gridDim.x * size, task.size);
  }

  __device__ void work() {
    auto const grid = cooperative_groups::this_grid();
    sample();
    grid.sync();
    // A guess of where numbers end, with some room; where it is wrong, all begins anew.
    constexpr int room = 4;
    window_type here = first_window(__ldcg(&task_.control->in_sample.above) + room);
    auto* seen = task_.control->in_try;
    for (;; ++seen) {
      add<true>(here, seen);
      grid.sync();
      int const above = __ldcg(&seen->above);
      if (above - group_control::offset <= here.end()) break;
      here = first_window(above);
      for_each_group([&](std::uint32_t g) {
        for (auto& word : task_.words[g].word) word = 0;
      });
      grid.sync();
    }
    if (__ldcg(&task_.control->refused) != 0) return;
    int const below = __ldcg(&seen->below);
    for (bool first = true;; first = false) {
      bool const last = below == 0 || here.exponent <= group_control::offset - below;
      for_each_group([&](std::uint32_t g) { finish_window(g, here, first, last); });
      if (last) break;
      grid.sync();
      here = here.below();
      add<false>(here, nullptr);
      grid.sync();
    }
    if (!task_.signed_zeros) return;
    grid.sync();
    if (__ldcg(&task_.control->doubtful) != 0) settle_doubts();
  }

private:
  [[nodiscard]] __device__ window_type first_window(int above) const {
    return window_type::that_ends(above - group_control::offset,
                                  min(descent::most_width, __clzll(max(task_.size - 1, 1ll)) - 1));
  }

  /// by_warp(lane's group, whether it is refused, its value), of all that the block reads. A warp loads batches at
  /// once.
  template <class ByWarp> __device__ void for_each_value(ByWarp by_warp) const {
    for (long long start = first_ + threadIdx.x / 32 * (32 * batch); start < last_; start += threads * batch) {
      Number number[batch];
      T value[batch];
#pragma unroll
      for (int k = 0; k < batch; ++k) {
        long long const i = start + k * 32 + threadIdx.x % 32;
        number[k] = i < last_ ? __ldcs(task_.number + i) : Number{};
        value[k] = i < last_ ? __ldcs(task_.values + i * task_.stride) : T{0};
      }
#pragma unroll
      for (int k = 0; k < batch; ++k) {
        bool const there = start + k * 32 + threadIdx.x % 32 < last_;
        by_warp(there ? group_of(number[k]) : no_group, there && is_refused(number[k]), to_double(value[k]));
      }
    }
  }
  [[nodiscard]] __device__ std::uint32_t group_of(Number number) const {
    using bits = std::make_unsigned_t<Number>;
    auto const group = static_cast<bits>(static_cast<bits>(number) - static_cast<bits>(task_.first));
    return group < task_.groups ? static_cast<std::uint32_t>(group) : no_group;
  }
  [[nodiscard]] __device__ bool is_refused(Number number) const {
    return group_of(number) == no_group && !(task_.leaves_out_negative && number < 0);
  }
  template <class Do> __device__ void for_each_group(Do what) const {
    for (std::uint64_t g = std::uint64_t{blockIdx.x} * threads + threadIdx.x; g < task_.groups;
         g += std::uint64_t{gridDim.x} * threads)
      what(static_cast<std::uint32_t>(g));
  }

  /// A number of every thread.
  __device__ void sample() {
    int above = 0;
    long long const i = first_ + threadIdx.x * max((last_ - first_) / threads, 1ll);
    if (i < last_)
      if (double const x = to_double(task_.values[i * task_.stride]); !is_nonfinite(x) && !is_zero(x))
        above = cut_number(x).end() + group_control::offset;
    raise(&task_.control->in_sample.above, above);
  }

  /// Adds what the numbers have in a window; the first time, what else there is to know.
  template <bool First> __device__ void add(window_type const& here, group_control::seen* seen) {
    words_.clear();
    group_adder<T, Words> adder(words_, here);
    int above = 0, below = 0;
    bool outside = false;
    for_each_value([&](std::uint32_t group, bool refused, double x) {
      outside |= refused;
      cut_number const number(x);
      if (is_nonfinite(x) || is_zero(x)) {
        if (First && group != no_group) note(group, x);
        group = no_group;
      }
      if (First && group != no_group) {
        above = max(above, number.end() + group_control::offset);
        if (number.is_deeper_than(here)) below = max(below, group_control::offset - number.exponent());
      }
      adder.add(group, x);
    });
    adder.flush();
    words_.flush();
    if constexpr (First) {
      raise(&seen->above, above);
      raise(&seen->below, below);
      if (outside) atomicOr(&task_.control->refused, group_control::number_outside);
    }
  }
  /// To the largest of all threads'.
  static __device__ void raise(int* to, int value) {
    value = __reduce_max_sync(whole_warp, value);
    if (threadIdx.x % 32 == 0 && value > 0) atomicMax(to, value);
  }
  __device__ void note(std::uint32_t group, double x) {
    bool const negative = is_negative(x);
    if (is_zero(x) && !(negative && task_.signed_zeros)) return;
    std::uint32_t const flag = is_zero(x)  ? has_negative_zero
                               : is_nan(x) ? has_nan
                               : negative  ? has_negative_infinity
                                           : has_positive_infinity;
    std::uint32_t& flags = task_.flags[group];
    if ((__ldcg(&flags) & flag) == 0) atomicOr(&flags, flag);
  }

  __device__ void finish_window(std::uint32_t g, window_type const& here, bool first, bool last) {
    auto& words = task_.words[g].word;
    std::int64_t word[word_count<T>];
    for (int k = 0; k < word_count<T>; ++k) word[k] = __ldcg(&words[k]);
    descent state;
    if (!first) state = task_.states[g];
    state.add(here, word);
    if (last) {
      std::uint32_t const flags = __ldcg(task_.flags + g);
      task_.sums[static_cast<long long>(g) * task_.stride] = rounded(state, flags);
      if (task_.present != nullptr) {
        bool const seen = !state.is_zero() || flags != 0;
        task_.present[g] = seen;
        if (!seen) task_.control->doubtful = 1;
      }
    } else {
      task_.states[g] = state;
      for (auto& one : words) one = 0;
    }
  }
  __device__ T rounded(descent const& state, std::uint32_t flags) {
    using f = format<T>;
    constexpr std::uint32_t infinite = has_positive_infinity | has_negative_infinity;
    if ((flags & has_nan) != 0 || (flags & infinite) == infinite) return from_bits<T>(f::canonical_nan);
    if ((flags & infinite) != 0)
      return from_bits<T>(f::infinity | ((flags & has_negative_infinity) != 0 ? f::sign_bit : 0));
    if (!state.is_zero()) return state.round<T>();
    if ((flags & has_negative_zero) == 0) return T{0};
    task_.control->doubtful = 1;
    return from_bits<T>(f::sign_bit);
  }

  /// Sums are -0 now that are zero and have a -0: where there is anything else, they are +0. A group whose words are
  /// zero may have values all the same.
  __device__ void settle_doubts() {
    for_each_value([&](std::uint32_t group, bool, double x) {
      if (group == no_group) return;
      if (task_.present != nullptr && __ldcg(task_.present + group) == 0) task_.present[group] = 1;
      if (is_zero(x) && is_negative(x)) return;
      T* const sum = task_.sums + static_cast<long long>(group) * task_.stride;
      if (is_zero(__ldcg(sum))) *sum = T{0};
    });
  }

  group_task<T, Number> const& task_;
  Words words_;
  long long first_, last_;  // what the block reads
};

template <class T, class Number, class Words>
__global__ void __launch_bounds__(group_threads, 2) group_kernel(group_task<T, Number> const __grid_constant__ task) {
  extern __shared__ std::uint32_t memory[];
  group_worker<T, Number, Words>(task, memory).work();
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
