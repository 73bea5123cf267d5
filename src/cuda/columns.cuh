#pragma once

#include "cuda/block_sum.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// Memory for exact sums in integers: every thread has a column of words in shared memory, word w of the weight
/// 2^(Bits w), and adds a number to one or two of them. Nobody else touches a column, so that needs no atomics; and
/// lanes meet in no bank, whichever words they add to, because word w of lane l lies in the bank of l.
/// docs/maths/cuda.md#columns
///
/// Words from Lowest to Highest; Share lanes take turns with a column, where the words are too many for one each.
template <int Bits, int Lowest, int Highest, int Share> class column_memory {
public:
  static constexpr int words = Highest - Lowest + 1;
  static constexpr int bytes_per_thread = words * int(sizeof(std::int64_t)) / Share;

  __device__ explicit column_memory(std::int64_t* memory) : stride_(blockDim.x / Share) {
    int const warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    own_ = memory + warp * width + lane % width;
  }

  /// A column of its own, with so much from one word to the next.
  __device__ column_memory(std::int64_t* own, int stride) : own_(own), stride_(stride) {}

  __device__ void clear() {
    __syncwarp();
    for (int w = 0; w < words; ++w) own_[w * stride_] = 0;
    __syncwarp();
  }

  /// Adds the columns to the warp's digits, and clears them; word 0 has the weight 2^(position - 1074). Lane l takes
  /// word l, of one column after another, each lane beginning at another; then lanes add whose digits are apart.
  template <class Digits> __device__ void flush(Digits& digits, int position) {
    constexpr int apart = (3 * 32 + 31) / Bits + 1;
    __syncwarp();
    int const lane = threadIdx.x % 32;
    std::int64_t* const first = own_ - lane % width;
    for (int start = 0; start < words; start += 32) {
      int const w = start + lane;
      __int128 total = 0;
      if (w < words)
        for (int k = 0; k < width; ++k) {
          std::int64_t& word = first[w * stride_ + (lane + k) % width];
          total += word;
          word = 0;
        }
      for (int turn = 0; turn < apart; ++turn) {
        if (lane % apart == turn) digits.add(total, Bits * (w + Lowest) + position);
        __syncwarp();
      }
    }
  }

protected:
  static constexpr int width = 32 / Share;

  __device__ std::int64_t& word(int w) const { return own_[(w - Lowest) * stride_]; }

  /// All lanes come here; those that share a column add one after another.
  template <class Add> __device__ void take_turns(Add add) {
    if constexpr (Share == 1) {
      add();
    } else {
      for (int turn = 0; turn < Share; ++turn) {
        if (threadIdx.x % 32 / width == unsigned(turn)) add();
        __syncwarp();
      }
    }
  }

private:
  std::int64_t* own_;  // word Lowest of this lane's column
  int stride_;         // from one word to the next
};

/// Of doubles, and of products of doubles: two words a number, or four. A word takes 2^11 numbers.
template <int Lowest, int Highest, int Share> class columns : public column_memory<52, Lowest, Highest, Share> {
  using base = column_memory<52, Lowest, Highest, Share>;
  static constexpr int bits = 52;
  static constexpr std::int64_t mask = (std::int64_t{1} << bits) - 1;

public:
  static constexpr int most_numbers = 2048 / Share;
  using base::base;

  /// Adds a finite double.
  __device__ void add(double x) {
    int const upper = __double2hiint(x);
    int const field = (upper >> 20) & 0x7ff;
    int const position = field - (field != 0);
    auto significand =
        static_cast<std::int64_t>(static_cast<std::uint64_t>((upper & 0xfffff) | (field != 0 ? 1 << 20 : 0)) << 32 |
                                  static_cast<std::uint32_t>(__double2loint(x)));
    if (upper < 0) significand = -significand;
    int const w = (position * 80660) >> 22;  // position / 52, for all positions
    int const shift = position - w * bits;
    std::int64_t const low = (significand << shift) & mask, high = significand >> (bits - shift);
    this->take_turns([&] {
      if (significand == 0) return;  // which may have no word here
      this->word(w) += low;
      this->word(w + 1) += high;
    });
  }

  /// Adds the product of two significands, times 2^(position - 2148).
  __device__ void add_product(bool negative, std::uint64_t a, std::uint64_t b, int position) {
    int const bit = position - bits * Lowest + format<double>::min_exponent;
    int const w = bit / bits + Lowest, shift = bit % bits;
    auto const product = static_cast<unsigned __int128>(a) * b;
    auto const slice = [&](unsigned __int128 slices) {
      auto const value = static_cast<std::int64_t>(slices) & mask;
      return negative ? -value : value;
    };
    std::int64_t const part[4] = {slice(product << shift), slice(product >> (52 - shift)),
                                  slice(product >> (104 - shift)), slice(product >> (106 - shift) >> 50)};
    this->take_turns([&] {
      for (int k = 0; k < 4; ++k)
        if (part[k] != 0) this->word(w + k) += part[k];
    });
  }

  template <class Digits> __device__ void flush(Digits& digits) { base::flush(digits, 0); }
};

/// Of floats: one word a number, with word 0 at 2^-149. A word takes 2^8 numbers.
class float_columns : public column_memory<32, 0, 7, 1> {
  using base = column_memory<32, 0, 7, 1>;

public:
  static constexpr int most_numbers = 256;
  using base::base;

  /// Adds a finite number that is a float.
  __device__ void add(double x) {
    int const all = __float_as_int(static_cast<float>(x));
    int const field = (all >> 23) & 0xff;
    int const position = field - (field != 0);
    std::int64_t const shifted = std::int64_t{(all & 0x7fffff) | (field != 0 ? 1 << 23 : 0)} << (position & 31);
    word(position >> 5) += all < 0 ? -shifted : shifted;
  }

  template <class Digits> __device__ void flush(Digits& digits) { base::flush(digits, 1074 - 149); }
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
