#pragma once

#include "common/plain.hpp"
#include "contenders.hpp"

// Included by one file for each instruction set, as common/plain.hpp is.
namespace {

template <std::size_t Bytes> struct plain_vocabulary : plain<double, Bytes> {
  using base = plain<double, Bytes>;
  using base::lanes, base::load, base::total;
  using typename base::vector;
  typedef long long bits __attribute__((vector_size(Bytes)));

  /// Eight accumulators over what `of` makes of a vector.
  template <class Of> static double accumulate(double const* x, std::size_t size, Of of) {
    vector accumulators[8] = {};
    std::size_t i = 0;
    for (; i + 8 * lanes <= size; i += 8 * lanes)
      for (std::size_t k = 0; k < 8; ++k) accumulators[k] += of(load(x + i + k * lanes));
    for (; i + lanes <= size; i += lanes) accumulators[0] += of(load(x + i));
    double result = total(accumulators);
    for (; i < size; ++i) result += of(vector{} + x[i])[0];
    return result;
  }

  static double magnitudes(double const* x, std::size_t size) {
    return accumulate(x, size, [](vector v) { return (vector)((bits)v & ~(bits)-vector{}); });
  }
  static double squares(double const* x, std::size_t size) {
    return accumulate(x, size, [](vector v) { return v * v; });
  }
  static double squares_about(double const* x, std::size_t size, double middle) {
    return accumulate(x, size, [middle](vector v) { return (v - middle) * (v - middle); });
  }

  /// Products of both parts as they lie, and crosswise; which to add and which to subtract is decided at the end.
  static std::complex<double> complex_dot(double const* x, double const* y, std::size_t size) {
    vector straight[4] = {}, crossed[4] = {};
    auto const swapped = [](vector v) {
      vector result;
      for (std::size_t lane = 0; lane < lanes; ++lane) result[lane] = v[lane ^ 1];
      return result;
    };
    std::size_t i = 0;
    for (; i + 4 * lanes <= size; i += 4 * lanes)
      for (std::size_t k = 0; k < 4; ++k) {
        vector const a = load(x + i + k * lanes), b = load(y + i + k * lanes);
        straight[k] += a * b;
        crossed[k] += a * swapped(b);
      }
    for (; i + lanes <= size; i += lanes) {
      straight[0] += load(x + i) * load(y + i);
      crossed[0] += load(x + i) * swapped(load(y + i));
    }
    vector const s = (straight[0] + straight[1]) + (straight[2] + straight[3]);
    vector const c = (crossed[0] + crossed[1]) + (crossed[2] + crossed[3]);
    double real = 0, imaginary = 0;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      real += lane % 2 == 0 ? s[lane] : -s[lane];
      imaginary += c[lane];
    }
    for (; i < size; i += 2) {
      real += x[i] * y[i] - x[i + 1] * y[i + 1];
      imaginary += x[i] * y[i + 1] + x[i + 1] * y[i];
    }
    return {real, imaginary};
  }

  static constexpr bench::vocabulary::plain_loops loops = {
      [](bench::vocabulary::view x) { return base::sum(x.data(), x.size()); },
      [](bench::vocabulary::view x) { return magnitudes(x.data(), x.size()); },
      [](bench::vocabulary::view x) { return squares(x.data(), x.size()); },
      [](bench::vocabulary::view x, double middle) { return squares_about(x.data(), x.size(), middle); },
      [](bench::vocabulary::complex_view x, bench::vocabulary::complex_view y) {
        return complex_dot(reinterpret_cast<double const*>(x.data()), reinterpret_cast<double const*>(y.data()),
                           2 * x.size());
      },
  };
};

}  // namespace
