#include "common/vector_calls.hpp"

#include <cstdint>
#include <cstring>

#if defined(__aarch64__)
#define VECTOR_PCS __attribute__((aarch64_vector_pcs))
#else
#define VECTOR_PCS
#endif

namespace common {
namespace {

template <class T> struct types;
template <> struct types<double> {
  using vector = double __attribute__((vector_size(VECTOR_BYTES)));
  using integers = std::int64_t __attribute__((vector_size(VECTOR_BYTES)));
  static constexpr std::size_t lanes = VECTOR_BYTES / sizeof(double);
};
template <> struct types<float> {
  using vector = float __attribute__((vector_size(VECTOR_BYTES)));
  using integers = std::int32_t __attribute__((vector_size(VECTOR_BYTES)));
  static constexpr std::size_t lanes = VECTOR_BYTES / sizeof(float);
};
#if VECTOR_BYTES == 64
template <class T> using mask = unsigned;
#else
template <class T> using mask = typename types<T>::integers;
#endif
using pointers = std::uint64_t __attribute__((vector_size(VECTOR_BYTES)));

template <class V, class T> V load(T const* at) {
  V v;
  std::memcpy(&v, at, sizeof v);
  return v;
}

template <class T> mask<T> mask_of(bool const* active) {
  mask<T> all{};
  for (unsigned i = 0; i < types<T>::lanes; ++i) {
#if VECTOR_BYTES == 64
    all |= unsigned{active[i]} << i;
#else
    all[i] = active[i] ? -1 : 0;
#endif
  }
  return all;
}

template <class T>
constexpr calls<T> calls_of = [] {
  using V = typename types<T>::vector;
  using M = mask<T>;
  struct pair {
    V first, second;
  };
  calls<T> c{};
  c.unary = [](void* f, T const* x, T* out) {
    V const result = reinterpret_cast<VECTOR_PCS V (*)(V)>(f)(load<V>(x));
    std::memcpy(out, &result, sizeof result);
  };
  c.binary = [](void* f, T const* x, T const* y, T* out) {
    V const result = reinterpret_cast<VECTOR_PCS V (*)(V, V)>(f)(load<V>(x), load<V>(y));
    std::memcpy(out, &result, sizeof result);
  };
  c.masked_unary = [](void* f, T const* x, bool const* active, T* out) {
    V const result = reinterpret_cast<VECTOR_PCS V (*)(V, M)>(f)(load<V>(x), mask_of<T>(active));
    std::memcpy(out, &result, sizeof result);
  };
  c.masked_binary = [](void* f, T const* x, T const* y, bool const* active, T* out) {
    V const result = reinterpret_cast<VECTOR_PCS V (*)(V, V, M)>(f)(load<V>(x), load<V>(y), mask_of<T>(active));
    std::memcpy(out, &result, sizeof result);
  };
  c.sincos_in_order = [](void* f, T const* x, T* sines, T* cosines) {
    reinterpret_cast<VECTOR_PCS void (*)(V, T*, T*)>(f)(load<V>(x), sines, cosines);
  };
  c.sincos_by_pointers = [](void* f, T const* x, T* const* sines, T* const* cosines) {
    constexpr std::size_t half = types<double>::lanes;
    if constexpr (sizeof(T) == sizeof(double))
      reinterpret_cast<VECTOR_PCS void (*)(V, pointers, pointers)>(f)(load<V>(x), load<pointers>(sines),
                                                                      load<pointers>(cosines));
    else
      reinterpret_cast<VECTOR_PCS void (*)(V, pointers, pointers, pointers, pointers)>(f)(
          load<V>(x), load<pointers>(sines), load<pointers>(sines + half), load<pointers>(cosines),
          load<pointers>(cosines + half));
  };
  c.two_results = [](void* f, T const* x, T* first, T* second) {
    pair const both = reinterpret_cast<VECTOR_PCS pair (*)(V)>(f)(load<V>(x));
    std::memcpy(first, &both.first, sizeof(V));
    std::memcpy(second, &both.second, sizeof(V));
  };
  return c;
}();

}  // namespace

#if defined(__aarch64__)
vector_calls const* vector_calls_of_16() {
  static constexpr vector_calls c{16, "n", {"", "advsimd", "advsimdnofma"}, calls_of<double>, calls_of<float>};
  return &c;
}
#elif VECTOR_BYTES == 16
vector_calls const* vector_calls_of_16() {
  static constexpr vector_calls c{16, "b", {"", "sse2", "sse4", "avx2128"}, calls_of<double>, calls_of<float>};
  return &c;
}
#elif VECTOR_BYTES == 32
vector_calls const* vector_calls_of_32() {
  static constexpr vector_calls c{32, "cd", {"", "avx", "fma4", "avx2"}, calls_of<double>, calls_of<float>};
  return __builtin_cpu_supports("avx") ? &c : nullptr;
}
#else
vector_calls const* vector_calls_of_64() {
  static constexpr vector_calls c{64, "e", {"", "avx512f", "avx512fnofma"}, calls_of<double>, calls_of<float>};
  return __builtin_cpu_supports("avx512f") ? &c : nullptr;
}
#endif

}  // namespace common
