#pragma once

#include <algorithm>
#include <cstddef>

#include <isobit/sum/exact.hpp>

#include "sum/blocks.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation {

/// A term of the tiers: of which type the elements are, where they are, and which kernels add them up. `at(i)` is the
/// same term from element i on; `doubles` writes the addends themselves, exactly where they are doubles (inside an
/// environment_guard).

struct f64_values {
  using element = double;
  double const* x;
  f64_values at(std::size_t i) const { return {x + i}; }
  block_sum sum(table const& k, block const& b) const { return k.sum_f64(x, b); }
  leading_sum leading(table const& k, block const& b, double m) const { return k.leading_f64(x, b, m); }
  void doubles(table const&, std::size_t n, double* out) const { std::copy_n(x, n, out); }
  few_sum few(table const& k, std::size_t n) const { return k.few_f64(x, n); }
  auto rounded(table const& k, std::size_t n) const { return k.short_f64(x, n); }
  auto enclosed(table const& k, std::size_t n) const { return k.block_f64(x, n); }
  std::uint64_t smallest(table const& k, std::size_t n) const { return k.smallest_f64(x, n); }
  template <class State> void add_each(State& state, std::size_t n) const {
    for (std::size_t i = 0; i < n; ++i) state.add(x[i]);
  }
};

struct f64_magnitudes {
  using element = double;
  double const* x;
  f64_magnitudes at(std::size_t i) const { return {x + i}; }
  block_sum sum(table const& k, block const& b) const { return k.magnitudes_f64(x, b); }
  leading_sum leading(table const& k, block const& b, double m) const { return k.leading_magnitudes_f64(x, b, m); }
  void doubles(table const&, std::size_t n, double* out) const { std::transform(x, x + n, out, magnitude<double>); }
  few_sum few(table const& k, std::size_t n) const {
    double buffer[summation::few];
    std::transform(x, x + n, buffer, magnitude<double>);
    return k.few_f64(buffer, n);
  }
  auto rounded(table const& k, std::size_t n) const { return k.short_magnitudes_f64(x, n); }
  auto enclosed(table const& k, std::size_t n) const { return k.block_magnitudes_f64(x, n); }
  std::uint64_t smallest(table const& k, std::size_t n) const { return k.smallest_f64(x, n); }
  template <class State> void add_each(State& state, std::size_t n) const {
    for (std::size_t i = 0; i < n; ++i) state.add(magnitude(x[i]));
  }
};

struct f32_values {
  using element = float;
  float const* x;
  f32_values at(std::size_t i) const { return {x + i}; }
  block_sum sum(table const& k, block const& b) const { return k.sum_f32(x, b); }
  double sum_in_one(table const& k, std::size_t n) const { return k.sum_in_one_f32(x, n); }
  rough_sum sum_roughly(table const& k, std::size_t n) const { return k.sum_roughly_f32(x, n); }
  leading_sum leading(table const& k, block const& b, double m) const { return k.leading_f32(x, b, m); }
  double rough_magnitudes(table const& k, std::size_t n) const { return k.rough_magnitudes_f32(x, n); }
  void doubles(table const&, std::size_t n, double* out) const { std::copy_n(x, n, out); }
  few_sum few(table const& k, std::size_t n) const { return k.few_f32(x, n); }
  auto rounded(table const& k, std::size_t n) const { return k.short_f32(x, n); }
  template <class State> void add_each(State& state, std::size_t n) const {
    for (std::size_t i = 0; i < n; ++i) state.add(x[i]);
  }
};

struct f32_magnitudes {
  using element = float;
  float const* x;
  f32_magnitudes at(std::size_t i) const { return {x + i}; }
  block_sum sum(table const& k, block const& b) const { return k.magnitudes_f32(x, b); }
  double sum_in_one(table const& k, std::size_t n) const { return k.magnitudes_in_one_f32(x, n); }
  rough_sum sum_roughly(table const& k, std::size_t n) const { return k.magnitudes_roughly_f32(x, n); }
  leading_sum leading(table const& k, block const& b, double m) const { return k.leading_magnitudes_f32(x, b, m); }
  double rough_magnitudes(table const& k, std::size_t n) const { return k.rough_magnitudes_f32(x, n); }
  void doubles(table const&, std::size_t n, double* out) const { std::transform(x, x + n, out, magnitude<float>); }
  few_sum few(table const& k, std::size_t n) const {
    float buffer[summation::few];
    std::transform(x, x + n, buffer, magnitude<float>);
    return k.few_f32(buffer, n);
  }
  auto rounded(table const& k, std::size_t n) const { return k.short_magnitudes_f32(x, n); }
  template <class State> void add_each(State& state, std::size_t n) const {
    for (std::size_t i = 0; i < n; ++i) state.add(magnitude(x[i]));
  }
};

/// Products of floats are doubles.
struct f32_products {
  using element = float;
  float const* x;
  float const* y;
  f32_products at(std::size_t i) const { return {x + i, y + i}; }
  block_sum sum(table const& k, block const& b) const { return k.products_f32(x, y, b); }
  leading_sum leading(table const& k, block const& b, double m) const { return k.leading_products_f32(x, y, b, m); }
  void doubles(table const&, std::size_t n, double* out) const {
    for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<double>(x[i]) * static_cast<double>(y[i]);
  }
  auto rounded(table const& k, std::size_t n) const { return k.short_products_f32(x, y, n); }
  template <class State> void add_each(State& state, std::size_t n) const {
    for (std::size_t i = 0; i < n; ++i) state.add_product(x[i], y[i]);
  }
};

/// One part of the products of complex numbers, whose own parts lie side by side: of the real parts and the imaginary
/// ones, or crosswise. Counts and offsets are those of doubles, two a number.
struct f64_pairs {
  using element = double;
  double const* x;
  double const* y;
  bool crossed;
  pair_signs signs;
  f64_pairs at(std::size_t i) const { return {x + i, y + i, crossed, signs}; }
  auto rounded(table const& k, std::size_t n) const {
    return (crossed ? k.short_crossed_pairs_f64 : k.short_pairs_f64)(x, y, n, signs);
  }
  leading_sum leading(table const& k, block const& b, double m) const {
    return (crossed ? k.leading_crossed_pairs_f64 : k.leading_pairs_f64)(x, y, b, m, signs);
  }
  /// The products rounded, but for the signs.
  void doubles(table const&, std::size_t n, double* out) const {
    for (std::size_t i = 0; i < n; ++i) out[i] = x[i] * y[crossed ? i ^ 1 : i];
  }
  /// The same products as those of two real vectors, of which this writes the right one.
  void other_side(std::size_t n, double* out) const {
    for (std::size_t i = 0; i < n; ++i) {
      double const other = y[crossed ? i ^ 1 : i];
      out[i] = (i % 2 == 0 ? signs.even_negative : signs.odd_negative) ? negated(other) : other;
    }
  }
};

/// Products of doubles have two parts; they have an exact tier of their own (products.hpp).
struct f64_products {
  using element = double;
  double const* x;
  double const* y;
  f64_products at(std::size_t i) const { return {x + i, y + i}; }
  leading_sum leading(table const& k, block const& b, double m) const { return k.leading_products_f64(x, y, b, m); }
  /// The products rounded, to see how large they are.
  void doubles(table const&, std::size_t n, double* out) const {
    for (std::size_t i = 0; i < n; ++i) out[i] = x[i] * y[i];
  }
  auto rounded(table const& k, std::size_t n) const { return k.short_products_f64(x, y, n); }
  auto enclosed(table const& k, std::size_t n) const { return k.block_products_f64(x, y, n); }
  template <class State> void add_each(State& state, std::size_t n) const {
    for (std::size_t i = 0; i < n; ++i) state.add_product(x[i], y[i]);
  }
};

}  // namespace summation
ISOBIT_NAMESPACE_END
