#pragma once

#include <cstddef>

/// Calls by address of vector functions, their arguments and results in memory: for vectors of one size, in a file
/// compiled for it, as a program's would be.
namespace common {

template <class T> struct calls {
  void (*unary)(void* f, T const* x, T* out);
  void (*binary)(void* f, T const* x, T const* y, T* out);
  void (*masked_unary)(void* f, T const* x, bool const* active, T* out);
  void (*masked_binary)(void* f, T const* x, T const* y, bool const* active, T* out);
  void (*sincos_in_order)(void* f, T const* x, T* sines, T* cosines);
  void (*sincos_by_pointers)(void* f, T const* x, T* const* sines, T* const* cosines);
  void (*two_results)(void* f, T const* x, T* first, T* second);
};

struct vector_calls {
  std::size_t bytes;
  char const* letters;   ///< the vector ABI's names of the instruction sets with such vectors, the least first
  char const* sleef[4];  ///< what SLEEF appends to its names for them
  calls<double> doubles;
  calls<float> floats;
};

/// Null where this machine has no such vectors.
vector_calls const* vector_calls_of_16();
vector_calls const* vector_calls_of_32();
vector_calls const* vector_calls_of_64();

}  // namespace common
