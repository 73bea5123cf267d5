#pragma once

#include <isobit/cuda/stream.hpp>

#include "cuda/columns.cuh"
#include "cuda/extraction.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// One warp's part of a sum of a term: batches of Batch pieces a lane, by extraction, and what that leaves by columns,
/// which are cleared when the first number goes there.
template <class Term, int Batch, int Warps> class warp_sum {
public:
  using loaded = typename Term::loaded;
  using block = block_sum<typename Term::state_type, Warps>;
  static constexpr int count = Batch * Term::width * Term::parts;

  __device__ warp_sum(block& sum, std::int64_t* memory, arithmetic how)
      : sum_(sum), digits_(sum.part[threadIdx.x / 32]), columns_(memory),
        untried_(how == arithmetic::integers ? always : 0), how_(how) {}

  __device__ void add(loaded const (&batch)[Batch]) {
    add(batch, [] {});
  }

  /// Calls `read` when the batch has been read for the last time, so that another can be loaded in its place.
  template <class Read> __device__ void add(loaded const (&batch)[Batch], Read read) {
    if (untried_ > 0) {
      if (how_ == arithmetic::fastest) --untried_;
      add_exactly(batch);
      read();
      return;
    }
    double addend[count];
    bool risky = false;
#pragma unroll
    for (int i = 0; i < Batch; ++i) {
      Term::addends(batch[i], addend + i * Term::width * Term::parts);
      risky |= Term::is_risky(batch[i], addend + i * Term::width * Term::parts);
    }
    unsigned largest = 0;
    int signs = -1;
#pragma unroll
    for (int i = 0; i < count; ++i) {
      largest = max(largest, __double2hiint(addend[i]) & 0x7fffffffu);
      if (i % Term::parts == 0) signs &= __double2hiint(addend[i]);
    }
    largest = __reduce_max_sync(whole_warp, risky ? ~0u : largest);
    int const top = int(max(largest >> 20, 1u)) - 1022;
    if (top > extraction<Term::levels>::highest) {
      add_exactly(batch);
      read();
      return;
    }
    read();
    signs_ &= signs;
    // What has no upper half is next to nothing: no reason to move the places.
    extraction_.prepare(largest == 0 ? extraction_.top() : top, count, digits_);
    std::uint64_t left = 0;
    auto const note = [&](double rest) {
      left |= static_cast<std::uint64_t>(__double_as_longlong(rest)) << 1;
      return rest;
    };
    constexpr int levels = Term::levels;
    if constexpr (Term::one_cut_mostly) {
#pragma unroll
      for (int i = 0; i < count; ++i) addend[i] = note(extraction_.template add<0, 1>(addend[i]));
      if (!__any_sync(whole_warp, left != 0)) return;
      left = 0;
#pragma unroll
      for (int i = 0; i < count; ++i) addend[i] = note(extraction_.template add<1, levels>(addend[i]));
    } else {
#pragma unroll
      for (int i = 0; i < count; ++i)
        // The low half of a product is below the first place. docs/maths/cuda.md#products
        addend[i] = note(i % Term::parts == 0 ? extraction_.template add<0, levels>(addend[i])
                                              : extraction_.template add<1, levels>(addend[i]));
    }
    if (__any_sync(whole_warp, left != 0)) add_rest(addend);
  }

  /// The rest to the sum of the block.
  __device__ void finish() {
    extraction_.flush(digits_);
    if (used_) columns_.flush(digits_);
    if (!__all_sync(whole_warp, signs_ < 0) && threadIdx.x % 32 == 0) detail::raise(sum_.sum.others);
  }

private:
  static constexpr int always = 1;

  /// Before numbers go to the columns, so many a lane.
  __device__ void prepare_columns(int numbers) {
    if (!used_) columns_.clear();
    used_ = true;
    in_columns_ += numbers;
    if (in_columns_ <= Term::columns_type::most_numbers) return;
    columns_.flush(digits_);
    in_columns_ = numbers;
  }

  /// What extraction has left. Data that leave much are wide: some batches then go to the columns at once.
  __device__ void add_rest(double const (&rest)[count]) {
    prepare_columns(count);
    int slots = 0;
#pragma unroll
    for (int i = 0; i < count; ++i) {
      if (!__any_sync(whole_warp, rest[i] != 0)) continue;
      columns_.add(rest[i]);
      ++slots;
    }
    if (slots > count / 2) untried_ = 15;
  }

  __device__ void add_exactly(loaded const (&batch)[Batch]) {
    prepare_columns(Batch * Term::width);
#pragma unroll
    for (int i = 0; i < Batch; ++i)
#pragma unroll
      for (int k = 0; k < Term::width; ++k) signs_ &= Term::add_exactly(batch[i], k, columns_, sum_);
  }

  block& sum_;
  warp_digits<typename Term::state_type>& digits_;
  typename Term::columns_type columns_;
  extraction<Term::levels> extraction_;
  int untried_, in_columns_ = 0, signs_ = -1;
  bool used_ = false;
  arithmetic how_;
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
