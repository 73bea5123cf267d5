#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <isobit/arithmetic/bits.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

__device__ inline double to_double(double x) { return x; }
__device__ inline double to_double(float x) { return x; }
__device__ inline double to_double(float16 x) { return __half2float(__ushort_as_half(x.bits)); }
__device__ inline double to_double(bfloat16 x) { return __uint_as_float(unsigned{x.bits} << 16); }

template <class T> __device__ inline T signed_zero(bool negative) {
  return from_bits<T>(negative ? format<T>::sign_bit : typename format<T>::bits_type{0});
}

/// So many elements, as one thread reads them at once.
template <class T, int Width> struct alignas(sizeof(T) * Width) piece { T element[Width]; };

/// How elements are read, in pieces of `width`: `load(i)` is piece i, of the `whole` ones; `load_any(i, neutral)` is
/// any, with `neutral` where there are no elements.

/// One after another from an aligned address: 16 bytes at once, and two ragged pieces at the ends.
template <class T> struct contiguous {
  using element = T;
  static constexpr int width = 16 / sizeof(T);
  T const* data;
  long long size;
  int head;  // elements before the first whole piece

  contiguous(T const* data_, long long size_) : data(data_), size(size_) {
    auto const past = reinterpret_cast<std::uintptr_t>(data) % 16 / sizeof(T);
    head = static_cast<int>(past == 0 ? 0 : width - past);
    if (head > size) head = static_cast<int>(size);
  }

  __host__ __device__ long long whole() const { return (size - head) / width; }
  __host__ __device__ long long pieces() const { return whole() + 2; }
  __device__ piece<T, width> load(long long i) const {
    auto const bytes = __ldg(reinterpret_cast<int4 const*>(data + head) + i);
    piece<T, width> result;
    memcpy(&result, &bytes, sizeof result);
    return result;
  }
  __device__ piece<T, width> load_any(long long i, T neutral) const {
    long long const all = whole();
    if (i < all) return load(i);
    piece<T, width> result;
    long long const first = i == all ? 0 : head + all * width;
    long long const last = i == all ? head : i == all + 1 ? size : 0;
    for (int k = 0; k < width; ++k) result.element[k] = first + k < last ? data[first + k] : neutral;
    return result;
  }
};

/// At equal distances, from any address, as in packed records; with the sign bits in `flip` changed.
template <class T> struct strided {
  using element = T;
  using bits = typename format<T>::bits_type;
  static constexpr int width = 1;
  T const* data;
  long long size, stride;
  bits flip;

  __host__ __device__ long long whole() const { return size; }
  __host__ __device__ long long pieces() const { return size; }
  __device__ piece<T, 1> load(long long i) const { return {{from_bits<T>(bits(bits_at(data + i * stride) ^ flip))}}; }
  __device__ piece<T, 1> load_any(long long i, T neutral) const { return i < size ? load(i) : piece<T, 1>{{neutral}}; }

private:
  __device__ bits bits_at(T const* address) const {
    if (reinterpret_cast<std::uintptr_t>(data) % sizeof(T) == 0) return __ldg(reinterpret_cast<bits const*>(address));
    bits result = 0;
    for (unsigned k = 0; k < sizeof(T); ++k)
      result |= bits(bits{reinterpret_cast<unsigned char const*>(address)[k]} << 8 * k);
    return result;
  }
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
