#pragma once

#include <concepts>

#include <isobit/arithmetic/bits.hpp>

#include "column/hash.hpp"
#include "column/wide_number.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace columns {

/// A complex number of native or wide ones, with the products of the textbook.
template <class T> struct complex_value {
  T real, imaginary;
  friend complex_value operator*(complex_value const& a, complex_value const& b) {
    return {a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
  }
  [[nodiscard]] friend complex_value canonical(complex_value const& x) noexcept {
    return {canonical(x.real), canonical(x.imaginary)};
  }
};

/// What a value takes in memory, how it gets there and back, and how it is hashed.
template <class T> struct in_memory;

template <std::floating_point T> struct in_memory<T> {
  static constexpr std::size_t size = sizeof(T);
  static T load(std::byte const* from) noexcept {
    T x;
    std::memcpy(&x, from, sizeof x);
    return x;
  }
  static void store(std::byte* to, T x) noexcept { std::memcpy(to, &x, sizeof x); }
  static void hash(word_hash& hash, T x) noexcept { hash.add(bits_of(x)); }
};

template <number_format Format> struct in_memory<wide_number<Format>> {
  static constexpr std::size_t size = size_of(Format);
  static wide_number<Format> load(std::byte const* from) noexcept { return {load_bits<Format>(from)}; }
  static void store(std::byte* to, wide_number<Format> x) noexcept { store_bits<Format>(to, x.bits); }
  static void hash(word_hash& hash, wide_number<Format> x) noexcept {
    hash.add(static_cast<std::uint64_t>(x.bits));
    hash.add(static_cast<std::uint64_t>(x.bits >> 64));
  }
};

template <class T> struct in_memory<complex_value<T>> {
  static constexpr std::size_t size = 2 * in_memory<T>::size;
  static complex_value<T> load(std::byte const* from) noexcept {
    return {in_memory<T>::load(from), in_memory<T>::load(from + size / 2)};
  }
  static void store(std::byte* to, complex_value<T> const& x) noexcept {
    in_memory<T>::store(to, x.real);
    in_memory<T>::store(to + size / 2, x.imaginary);
  }
  static void hash(word_hash& hash, complex_value<T> const& x) noexcept {
    in_memory<T>::hash(hash, x.real);
    in_memory<T>::hash(hash, x.imaginary);
  }
};

/// The values of a format: the processor's own float and double, the others in integers.
template <number_format Format> struct value_of { using type = wide_number<Format>; };
template <> struct value_of<number_format::binary32> { using type = float; };
template <> struct value_of<number_format::binary64> { using type = double; };

}  // namespace columns
ISOBIT_NAMESPACE_END
