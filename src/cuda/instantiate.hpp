#pragma once

/// M(Result, T) for all elements that are real numbers, and all results.
#define ISOBIT_FOR_REAL_RESULTS(M) \
  M(double, double)                \
  M(float, double)                 \
  M(double, float)                 \
  M(float, float)                  \
  M(double, float16)               \
  M(float, float16)                \
  M(double, bfloat16)              \
  M(float, bfloat16)

/// M(Result, T) for all complex elements.
#define ISOBIT_FOR_COMPLEX_RESULTS(M)           \
  M(std::complex<double>, std::complex<double>) \
  M(std::complex<float>, std::complex<double>)  \
  M(std::complex<double>, std::complex<float>)  \
  M(std::complex<float>, std::complex<float>)
