#pragma once

#include <complex>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "../oracle.hpp"
#include "common/hash.hpp"
#include "data.hpp"

namespace bench::linalg {

/// A sum of products of real or complex numbers, by the benchmark's own exact arithmetic.
template <class T> class entry {
public:
  void add(T x) {
    if constexpr (is_complex<T>) {
      real_.add(x.real());
      imaginary_.add(x.imag());
    } else {
      real_.add(x);
    }
  }
  void add_product(T x, T y) {
    if constexpr (is_complex<T>) {
      real_.add_product(x.real(), y.real());
      real_.add_product(-x.imag(), y.imag());
      imaginary_.add_product(x.real(), y.imag());
      imaginary_.add_product(x.imag(), y.real());
    } else {
      real_.add_product(x, y);
    }
  }
  [[nodiscard]] T round() const {
    using real = real_of<T>;
    if constexpr (is_complex<T>)
      return {real_.round<real>(), imaginary_.round<real>()};
    else
      return real_.round<real>();
  }

private:
  oracle real_, imaginary_;
};

template <class T> bool same_bits(T x, T y) { return std::memcmp(&x, &y, sizeof(T)) == 0; }

/// FNV-1a of the bit patterns, most significant byte first: the same on every machine.
class bit_hash {
public:
  template <class T> void add(T x) {
    if constexpr (is_complex<T>) {
      add(x.real());
      add(x.imag());
    } else {
      using word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
      auto const bits = std::bit_cast<word>(x);
      for (int shift = 8 * static_cast<int>(sizeof(T)) - 8; shift >= 0; shift -= 8)
        bytes_.add_byte(bits >> shift & 0xff);
    }
  }
  template <class Range> void add_all(Range const& values) {
    for (auto const x : values) add(x);
  }
  [[nodiscard]] std::uint64_t value() const { return bytes_.value(); }

private:
  common::fnv1a bytes_;
};

template <class T> std::uint64_t hash_of(matrix<T> const& m) {
  bit_hash hash;
  hash.add_all(m.values);
  return hash.value();
}

/// Of how many among `count` entries, chosen at random, right(i, j) is true.
template <class Right> int count_of_sample(index rows, index columns, Right right, int count) {
  generator random(7);
  int found = 0;
  for (int s = 0; s < count; ++s) {
    auto const i = static_cast<index>(random.below(static_cast<std::uint64_t>(rows)));
    auto const j = static_cast<index>(random.below(static_cast<std::uint64_t>(columns)));
    if (right(i, j)) ++found;
  }
  return found;
}
template <class Right> bool sample(index rows, index columns, Right right, int count = 200) {
  return count_of_sample(rows, columns, right, count) == count;
}

/// How many entries of a sample of c are those of a*b, rounded once.
template <class T> int right_of_product(matrix<T> const& a, matrix<T> const& b, matrix<T> const& c, int count) {
  return count_of_sample(
      c.rows, c.columns,
      [&](index i, index j) {
        entry<T> exact;
        for (index l = 0; l < a.columns; ++l) exact.add_product(a(i, l), b(l, j));
        return same_bits(exact.round(), c(i, j));
      },
      count);
}
template <class T> bool is_product(matrix<T> const& a, matrix<T> const& b, matrix<T> const& c, int count = 200) {
  return right_of_product(a, b, c, count) == count;
}

}  // namespace bench::linalg
