#pragma once

#include "arithmetic/silent.hpp"
#include "sum/kernel/largest.hpp"

/// What quick sums of doubles add up: a vector of addends, or the first `count` of one, and behind them zeros that
/// change no sum, not even that of zeros.
ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

using namespace arithmetic;

/// Loaded once: what reads memory itself would read it again. Silent operations never do.
ISOBIT_INLINE f64 loaded(double const* at) { return is_silent ? load<f64>(at) : opaque(load<f64>(at)); }

/// A power of two that all elements are multiples of.
inline double unit_of(double const* x, std::size_t n) {
  std::uint64_t const least = smallest_bits(x, n) >> 52;
  return from_bits<double>(least > 52 ? (least - 52) << 52 : std::uint64_t{1});
}
/// The same for products; 0 where that would be subnormal.
inline double unit_of_products(double const* x, double const* y, std::size_t n) {
  auto const left = static_cast<int>(bits_of(unit_of(x, n)) >> 52),
             right = static_cast<int>(bits_of(unit_of(y, n)) >> 52);
  int const exponent = left + right - format<double>::bias;
  if (left == 0 || right == 0 || exponent <= 0) return 0;
  return from_bits<double>(static_cast<std::uint64_t>(exponent < 2046 ? exponent : 2046) << 52);
}

struct quick_values {
  using result = double;
  static constexpr double underflow = 0;
  double const* x;
  ISOBIT_INLINE silent at(std::size_t i) const { return loaded(x + i); }
  ISOBIT_INLINE silent at(std::size_t i, std::size_t count) const { return load_first(x + i, count, -0.0); }
  double unit(std::size_t n) const { return unit_of(x, n); }
};
struct quick_magnitudes {
  using result = double;
  static constexpr double underflow = 0;
  double const* x;
  ISOBIT_INLINE silent at(std::size_t i) const { return magnitude(loaded(x + i)); }
  ISOBIT_INLINE silent at(std::size_t i, std::size_t count) const { return magnitude(load_first(x + i, count, 0.0)); }
  double unit(std::size_t n) const { return unit_of(x, n); }
};
struct quick_products {
  using result = double;
  static constexpr double underflow = 0x1p-1000;  // far more than a product's error can lose
  double const* x;
  double const* y;
  ISOBIT_INLINE product<silent> at(std::size_t i) const { return {loaded(x + i), loaded(y + i)}; }
  ISOBIT_INLINE product<silent> at(std::size_t i, std::size_t count) const {
    return {load_first(x + i, count, -0.0), load_first(y + i, count, 0.0)};
  }
  double unit(std::size_t n) const { return unit_of_products(x, y, n); }
};
/// The products of the parts of complex numbers, which lie in turn: of the same parts, or crosswise.
template <bool Crossed> struct quick_parts {
  using result = double;
  static constexpr double underflow = quick_products::underflow;
  double const* x;
  double const* y;
  ISOBIT_INLINE product<silent> at(std::size_t i) const { return {loaded(x + i), crosswise(loaded(right(i)))}; }
  ISOBIT_INLINE product<silent> at(std::size_t i, std::size_t count) const {
    return {load_first(x + i, count, -0.0), crosswise(load_first(right(i), count, 0.0))};
  }
  double unit(std::size_t n) const { return unit_of_products(x, y, n); }

private:
  ISOBIT_INLINE double const* right(std::size_t i) const { return y + (Crossed && lanes == 1 ? i ^ 1 : i); }
  static ISOBIT_INLINE f64 crosswise(f64 v) { return Crossed ? across<1>(v) : v; }
};
/// The same with signs.
template <bool Crossed> struct quick_pairs {
  using result = double;
  static constexpr double underflow = quick_products::underflow;
  quick_parts<Crossed> parts;
  pair_signs signs;
  ISOBIT_INLINE product<silent> at(std::size_t i) const { return with_signs(parts.at(i), negative(i)); }
  /// Signs must not meet the zeros behind.
  ISOBIT_INLINE product<silent> at(std::size_t i, std::size_t count) const {
    u64 const first = (u64)(iota() < broadcast(std::uint64_t{count}));
    return with_signs(parts.at(i, count), first & negative(i));
  }
  double unit(std::size_t n) const { return parts.unit(n); }

  /// The sign bits of the lanes whose addends are subtracted; a vector has whole pairs.
  ISOBIT_INLINE u64 negative(std::size_t i = 0) const {
    std::uint64_t const even = signs.even_negative, odd = signs.odd_negative;
    if constexpr (lanes == 1) return broadcast((i % 2 == 0 ? even : odd) << 63);
    return (broadcast(even) ^ (iota() & broadcast(even ^ odd))) << 63;
  }

private:
  template <class V> static ISOBIT_INLINE product<V, true> with_signs(product<V, true> const& a, u64 negative) {
    return {a.x, (f64)((u64)(f64)a.y ^ negative)};
  }
  template <class V> static ISOBIT_INLINE product<V, false> with_signs(product<V, false> a, u64 negative) {
    a.value = (f64)((u64)a.value ^ negative);
    a.error = (f64)((u64)a.error ^ negative);
    return a;
  }
};

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
