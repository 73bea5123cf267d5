#pragma once

#include <cstddef>

#include "math/table.hpp"

/// What is compiled for every machine: the choice of kernels, and the way of the calls that a kernel does not take.
namespace isobit::interpose {

/// Whether this machine, and ISOBIT_FORCE_ISA, let vectors of so many bytes have kernels of their own. False until the
/// library has been loaded: calls are right before that, too.
extern bool vectors_of_16, vectors_of_32, vectors_of_64;

/// f of `count` numbers, in place, by the functions of arrays; in an environment of their own, so that the caller's
/// does not matter and stays as it was, but for inexact.
template <class T> void settle(math::unary<T> math::table::*f, T* x, std::size_t count) noexcept;
template <class T> void settle(math::binary<T> math::table::*f, T* x, T const* y, std::size_t count) noexcept;
/// The sines, in place of x, and the cosines.
template <class T> void settle(math::two_results<T> math::table::*f, T* x, T* cosines, std::size_t count) noexcept;

/// The same for a vector. Every file that includes this has its own: each may use other instructions.
template <class T, class V> [[gnu::noinline]] static V settled(math::unary<T> math::table::*f, V x) {
  T numbers[sizeof x / sizeof(T)];
  __builtin_memcpy(numbers, &x, sizeof x);
  settle(f, numbers, sizeof x / sizeof(T));
  __builtin_memcpy(&x, numbers, sizeof x);
  return x;
}
template <class T, class V> [[gnu::noinline]] static V settled(math::binary<T> math::table::*f, V x, V y) {
  T numbers[sizeof x / sizeof(T)], others[sizeof x / sizeof(T)];
  __builtin_memcpy(numbers, &x, sizeof x);
  __builtin_memcpy(others, &y, sizeof y);
  settle(f, numbers, others, sizeof x / sizeof(T));
  __builtin_memcpy(&x, numbers, sizeof x);
  return x;
}

}  // namespace isobit::interpose
