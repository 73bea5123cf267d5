#pragma once

#include <cublas_v2.h>

/// The cuBLAS of the program, and what is counted of its calls.
namespace isobit::interpose::cublas {

/// The next function of that name after ours; null where the program has no cuBLAS.
void* find_real(char const* name) noexcept;

template <class Function> Function* real(char const* name) noexcept {
  return reinterpret_cast<Function*>(find_real(name));
}

/// One of the functions that are replaced, and how often it was called.
struct counted_function {
  char const* name;
  unsigned long long computed = 0, passed_on = 0;

  explicit counted_function(char const* name_) noexcept;
};

/// Counts for ISOBIT_CUBLAS_REPORT.
void count(counted_function& function, bool computed) noexcept;

}  // namespace isobit::interpose::cublas
