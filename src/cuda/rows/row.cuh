#pragma once

#include "cuda/block_sum.cuh"
#include "cuda/elements.cuh"
#include "cuda/rows/narrowing.cuh"

/// Kernels of rows give each row to one block. docs/maths/cuda_rows.md
ISOBIT_NAMESPACE_BEGIN
namespace cuda::rows {

/// Threads of a block at most.
inline constexpr int most_threads = 1024;

/// How a thread keeps elements of a row, and how many: results of 16 bits are found by way of floats, mostly.
template <class T> using kept_type = std::conditional_t<sizeof(T) == 2, float, double>;
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
template <class T> using piece_of = piece<T, piece_width<T>>;

template <class T> __device__ piece_of<T> load_piece(T const* from) {
  piece_of<T> result;
  auto const bytes = __ldg(reinterpret_cast<int4 const*>(from));
  memcpy(&result, &bytes, sizeof result);
  return result;
}

/// A thread's elements of a row that is aligned and has whole pieces, in registers.
template <class T> class kept_row {
public:
  static constexpr bool keeps = true;
  static constexpr int width = piece_width<T>, rounds = kept_elements<T> / width;
  using value_type = kept_type<T>;

  __device__ kept_row(T const* data, long long length) : data_(data), length_(static_cast<int>(length)) {}

  /// The first pass: visit(x) for every element, as a float.
  template <class Visit> __device__ void read(Visit visit) {
    piece_of<T> loaded[rounds];
#pragma unroll
    for (int r = 0; r < rounds; ++r)
      if (first_of(r) < length_) loaded[r] = load_piece(data_ + first_of(r));
#pragma unroll
    for (int r = 0; r < rounds; ++r)
      if (first_of(r) < length_)
#pragma unroll
        for (int k = 0; k < width; ++k) {
          float const x = to_float(loaded[r].element[k]);
          visit(x);
          value_[r][k] = x;
        }
  }

  /// x = pass(x) for each element.
  template <class Pass> __device__ void for_each(Pass pass) {
#pragma unroll
    for (int r = 0; r < rounds; ++r)
      if (first_of(r) < length_)
#pragma unroll
        for (int k = 0; k < width; ++k) value_[r][k] = static_cast<value_type>(pass(value_[r][k]));
  }

  /// The results of what was kept, by `what`; whether they are certain.
  template <class What, class Factors> __device__ bool write(T* out, What const& what, Factors const& factors) {
    bool certain = true;
    unsigned open = 0;  // pairs of 16 bits
#pragma unroll
    for (int r = 0; r < rounds; ++r) {
      if (first_of(r) >= length_) continue;
      auto const loaded = factors.load(first_of(r));
      int4 bytes;
      auto* const word = reinterpret_cast<unsigned*>(&bytes);
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        if constexpr (sizeof(T) == 2) {
          auto const pair = narrow<T>(what.rough(value_[r][2 * k], factors.at(loaded, 2 * k)),
                                      what.rough(value_[r][2 * k + 1], factors.at(loaded, 2 * k + 1)));
          word[k] = pair.value;
          if (!pair.certain) open |= 1u << (4 * r + k);
        } else {
          auto const result = narrow<T>(what.of_kept(value_[r][k], factors.at(loaded, k)));
          word[k] = __float_as_uint(result.value);
          certain &= result.certain;
        }
      }
      *reinterpret_cast<int4*>(out + first_of(r)) = bytes;
    }
    for (; open != 0; open &= open - 1) {
      int const pair = __ffs(static_cast<int>(open)) - 1, first = first_of(pair / 4) + pair % 4 * 2;
      for (int i = first; i < first + 2; ++i) {
        auto const result = narrow<T>(what.of(double{to_float(data_[i])}, factors.of(i)));
        out[i] = result.value;
        certain &= result.certain;
      }
    }
    return certain;
  }

private:
  __device__ static int first_of(int round) { return (round * int(blockDim.x) + int(threadIdx.x)) * width; }

  T const* data_;
  int length_;
  value_type value_[rounds][width];
};

/// Any row, read again for each pass.
template <class T> class streamed_row {
public:
  static constexpr bool keeps = false;

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
