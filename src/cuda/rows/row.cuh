#pragma once

#include "cuda/block_sum.cuh"
#include "cuda/elements.cuh"
#include "cuda/rows/narrowing.cuh"

/// Kernels of rows give each row to one block. docs/maths/cuda_rows.md
ISOBIT_NAMESPACE_BEGIN
namespace cuda::rows {

/// Threads of a block at most.
inline constexpr int most_threads = 1024;

/// How many elements of a row a thread keeps.
template <class T> inline constexpr int kept_elements = sizeof(T) == 2 ? 32 : 16;

/// Many rows of `length` elements, `stride` apart.
template <class T> struct row_set {
  T* data;
  long long count, length, stride;
  bool aligned;  ///< every row begins at a multiple of 16 bytes

  __device__ T* row(long long i) const { return data + i * stride; }
};

__device__ inline float to_float(float x) { return x; }
__device__ inline float to_float(float16 x) { return __half2float(__ushort_as_half(x.bits)); }
__device__ inline float to_float(bfloat16 x) { return __uint_as_float(unsigned{x.bits} << 16); }

template <class T> inline constexpr int piece_width = 16 / int(sizeof(T));
/// 16 bytes of a row. Elements are taken from whole words, lest each of 16 bits have a register.
template <class T> struct row_words {
  unsigned word[4] = {};

  __device__ float operator[](int k) const {
    if constexpr (sizeof(T) == 4)
      return __uint_as_float(word[k]);
    else
      return to_float(from_bits<T>(static_cast<std::uint16_t>(word[k / 2] >> (k % 2 * 16))));
  }
};

template <class T> __device__ row_words<T> load_words(T const* from) {
  auto const bytes = __ldg(reinterpret_cast<uint4 const*>(from));
  return {{bytes.x, bytes.y, bytes.z, bytes.w}};
}

/// A thread's elements of a row that is aligned and has whole pieces, in registers: as they are, or what became of
/// them, as Value.
template <class T, class Value> class kept_row {
public:
  static constexpr int width = piece_width<T>, rounds = kept_elements<T> / width;

  __device__ kept_row(T const* data, long long length) : data_(data), length_(static_cast<int>(length)) {}

  /// The first pass: visit(x) for every element, as a float.
  template <class Visit> __device__ void read(Visit visit) {
    row_words<T> loaded[rounds];  // zeros beyond the end: else registers would keep what was there before
#pragma unroll
    for (int r = 0; r < rounds; ++r)
      if (first_of(r) < length_) loaded[r] = load_words(data_ + first_of(r));
#pragma unroll
    for (int r = 0; r < rounds; ++r) {
      if (first_of(r) < length_)
#pragma unroll
        for (int k = 0; k < width; ++k) visit(loaded[r][k]);
      if constexpr (as_they_are)
        value_[r] = loaded[r];
      else
#pragma unroll
        for (int k = 0; k < width; ++k) value_[r].value[k] = loaded[r][k];
    }
  }

  /// Of each element, or x = pass(x) where Value is another type.
  template <class Pass> __device__ void for_each(Pass pass) {
#pragma unroll
    for (int r = 0; r < rounds; ++r)
      if (first_of(r) < length_)
#pragma unroll
        for (int k = 0; k < width; ++k)
          if constexpr (as_they_are)
            pass(value_[r][k]);
          else
            value_[r].value[k] = static_cast<Value>(pass(value_[r][k]));
  }

  /// The results of what was kept, by `what`; whether they are certain. What it leaves open is computed again, from the
  /// elements in memory.
  template <class What, class Factors> __device__ bool write(T* out, What const& what, Factors const& factors) {
    constexpr int together = 4 / int(sizeof(T));  // results of 16 bits are found in pairs
    unsigned open = 0;
#pragma unroll
    for (int r = 0; r < rounds; ++r) {
      if (first_of(r) >= length_) continue;
      auto const loaded = factors.load(first_of(r));
      int4 bytes;
      auto* const word = reinterpret_cast<unsigned*>(&bytes);
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        bool certain;
        if constexpr (sizeof(T) == 2) {
          auto const pair = narrow<T>(what.rough(value_[r][2 * k], factors.at(loaded, 2 * k)),
                                      what.rough(value_[r][2 * k + 1], factors.at(loaded, 2 * k + 1)));
          word[k] = pair.value;
          certain = pair.certain;
        } else {
          auto const result = what.quick(value_[r][k], factors.at(loaded, k));
          word[k] = __float_as_uint(result.value);
          certain = result.certain;
        }
        if (!certain) open |= 1u << (4 * r + k);
      }
      *reinterpret_cast<int4*>(out + first_of(r)) = bytes;
    }
    bool certain = true;
    for (; open != 0; open &= open - 1) {
      int const bit = __ffs(static_cast<int>(open)) - 1, first = first_of(bit / 4) + bit % 4 * together;
      for (int i = first; i < first + together; ++i) {
        auto const result = narrow<T>(what.of(double{to_float(data_[i])}, factors.of(i)));
        out[i] = result.value;
        certain &= result.certain;
      }
    }
    return certain;
  }

private:
  __device__ static int first_of(int round) { return (round * int(blockDim.x) + int(threadIdx.x)) * width; }

  static constexpr bool as_they_are = std::is_same_v<Value, T>;
  struct values {
    Value value[width];
    __device__ Value operator[](int k) const { return value[k]; }
  };

  T const* data_;
  int length_;
  std::conditional_t<as_they_are, row_words<T>, values> value_[rounds];
};

/// Any row, read again for each pass.
template <class T> class streamed_row {
public:
  __device__ streamed_row(T const* data, long long length) : data_(data), length_(length) {}

  template <class Visit> __device__ void read(Visit visit) const {
    for (long long i = threadIdx.x; i < length_; i += blockDim.x) visit(to_float(data_[i]));
  }
  template <class Pass> __device__ void for_each(Pass pass) const {
    read([&](double x) { pass(x); });
  }
  template <class What, class Factors> __device__ bool write(T* out, What const& what, Factors const& factors) const {
    bool certain = true;
    for (long long i = threadIdx.x; i < length_; i += blockDim.x) {
      auto const result = narrow<T>(what.of(double{to_float(data_[i])}, factors.of(i)));
      out[i] = result.value;
      certain &= result.certain;
    }
    return certain;
  }

private:
  T const* data_;
  long long length_;
};

/// What an element is multiplied by, and what is added then.
struct weight_and_bias {
  float weight, bias;
};

/// Those of a row's elements where there are none.
struct no_factors {
  __device__ static int load(int) { return 0; }
  __device__ static weight_and_bias at(int, int) { return {1, -0.0f}; }
  __device__ static weight_and_bias of(long long) { return {1, -0.0f}; }
};

/// Values of all threads combined, and what is derived from them, for each thread. All come here; one warp combines and
/// derives, which may so take many operations.
__device__ inline float exchanged(float x, int offset) { return __shfl_xor_sync(whole_warp, x, offset); }
__device__ inline double exchanged(double x, int offset) { return __shfl_xor_sync(whole_warp, x, offset); }
__device__ inline double2 exchanged(double2 x, int offset) { return {exchanged(x.x, offset), exchanged(x.y, offset)}; }
template <class V, class Combine, class Derive>
__device__ auto reduce_block(V value, V neutral, Combine combine, Derive derive) {
  __shared__ V of_warp[most_threads / 32];
  __shared__ decltype(derive(value)) derived;
  auto const of_lanes = [&](V own) {
    for (int offset = 16; offset > 0; offset /= 2) own = combine(own, exchanged(own, offset));
    return own;
  };
  value = of_lanes(value);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x < 32) {
    auto const result = derive(of_lanes(threadIdx.x < blockDim.x / 32 ? of_warp[threadIdx.x] : neutral));
    if (threadIdx.x == 0) derived = result;
  }
  __syncthreads();
  return derived;
}
template <class Derive> __device__ auto sum_block(double value, Derive derive) {
  return reduce_block(
      value, -0.0, [](double a, double b) { return a + b; }, derive);
}
/// NaN if there is one.
__device__ inline float larger(float a, float b) {
  float result;
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
  return result;
}
inline constexpr float lowest_float = -__builtin_inff();

}  // namespace cuda::rows
ISOBIT_NAMESPACE_END
