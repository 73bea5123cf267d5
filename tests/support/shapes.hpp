#pragma once

#include <complex>
#include <cstdlib>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/view/vector_view.hpp>

#include "check.hpp"
#include "make_number.hpp"
#include "random.hpp"

namespace isobit::test {

template <class T> T garbage(random_source& random) { return random_nan<T>(random); }
template <> inline std::complex<double> garbage(random_source& random) { return {random_nan<double>(random), 1.0}; }
template <> inline std::complex<float> garbage(random_source& random) { return {random_nan<float>(random), 1.0f}; }

/// The same elements, `stride` apart as in BLAS, with NaN in between so that reading one too many shows.
template <class T> class strided_copy {
public:
  strided_copy(std::span<T const> values, std::ptrdiff_t stride, random_source& random)
      : stride_(stride), count_(values.size()) {
    auto const step = static_cast<std::size_t>(std::abs(stride));
    for (std::size_t i = 0; i < values.size(); ++i) {
      storage_.push_back(stride > 0 ? values[i] : values[values.size() - 1 - i]);
      for (std::size_t j = 1; j < step; ++j) storage_.push_back(garbage<T>(random));
    }
    if (!storage_.empty()) storage_.resize(storage_.size() - (step - 1));
    storage_.shrink_to_fit();
  }
  [[nodiscard]] vector_view<T const> view() const {
    return blas_vector(storage_.data(), static_cast<std::ptrdiff_t>(count_), stride_);
  }

private:
  std::vector<T> storage_;
  std::ptrdiff_t stride_;
  std::size_t count_;
};

template <class T> std::vector<std::complex<T>> complex_of(std::span<T const> real, std::span<T const> imaginary) {
  std::vector<std::complex<T>> result;
  for (std::size_t i = 0; i < real.size(); ++i) result.emplace_back(real[i], imaginary[i]);
  return result;
}

template <class T> testing::AssertionResult same_parts(std::complex<T> expected, std::complex<T> actual) {
  auto const real = same_bits(expected.real(), actual.real());
  auto const imaginary = same_bits(expected.imag(), actual.imag());
  if (!real) return testing::AssertionFailure() << "real part: " << real.message();
  if (!imaginary) return testing::AssertionFailure() << "imaginary part: " << imaginary.message();
  return testing::AssertionSuccess();
}

/// 16-bit numbers: all bits, or finite ones, or a few binades; NaN and infinity rarely, or they would hide the rest.
template <class Half> std::vector<Half> random_halves(random_source& random, std::size_t size) {
  auto const kind = random.below(4);
  std::vector<Half> values(size);
  for (auto& x : values) {
    do x = Half{static_cast<std::uint16_t>(random.next())};
    while (kind != 0 && is_nonfinite(x));
    if (kind == 1) x = random_number<Half>(random, -4, 4);
    if (kind == 2) x = zero<Half>(true);
  }
  return values;
}

}  // namespace isobit::test
