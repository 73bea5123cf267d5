#pragma once

#include <dlfcn.h>

#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include <isobit/linalg/view.hpp>

#include "support/random.hpp"

/// Calling BLAS under any of its names: arguments are given once, and passed as Fortran or as C does.
namespace isobit::test {

using linalg::index;
using linalg::is_complex;
using linalg::real_of;

struct spelling {
  char const* prefix;
  char const* suffix;
  bool c;
  bool wide;  ///< 64-bit integers
};
inline constexpr spelling spellings[] = {
    {"", "_", false, false},         {"scipy_", "_", false, false}, {"", "_64_", false, true},
    {"scipy_", "_64_", false, true}, {"cblas_", "", true, false},   {"scipy_cblas_", "", true, false},
    {"cblas_", "_64", true, true},   {"cblas_", "64_", true, true}, {"scipy_cblas_", "64_", true, true}};

/// A letter for Fortran, a number for C.
struct option {
  char letter;
  int number;
};
inline constexpr option by_rows{'R', 101}, by_columns{'C', 102};
inline constexpr option operations[] = {{'N', 111}, {'T', 112}, {'C', 113}};
inline constexpr option halves[] = {{'U', 121}, {'L', 122}};
inline constexpr option diagonals[] = {{'N', 131}, {'U', 132}};
inline constexpr option sides[] = {{'L', 141}, {'R', 142}};

/// An integer; Fortran reads it from one of the two.
struct integer {
  std::int64_t wide;
  std::int32_t narrow;
  integer(index value) : wide(value), narrow(static_cast<std::int32_t>(value)) {}
};
template <class T> struct scalar {
  T value;
  explicit scalar(T value_) : value(value_) {}
};

inline std::string name_of(spelling how, std::string const& routine) { return how.prefix + routine + how.suffix; }
inline void* find(std::string const& name) {
  void* const found = dlsym(RTLD_DEFAULT, name.c_str());
  if (found == nullptr) std::printf("no %s\n", name.c_str());
  return found;
}

inline void const* by_address(option const& x, bool) { return &x.letter; }
inline void const* by_address(integer const& x, bool wide) {
  return wide ? static_cast<void const*>(&x.wide) : static_cast<void const*>(&x.narrow);
}
template <class T> void const* by_address(scalar<T> const& x, bool) { return &x.value; }
template <class T> void const* by_address(T const* x, bool) { return x; }

template <class Int> int by_value(option const& x) { return x.number; }
template <class Int> Int by_value(integer const& x) { return static_cast<Int>(x.wide); }
template <class Int, class T> T by_value(scalar<T> const& x) { return x.value; }
template <class Int, class T> void const* by_value(scalar<std::complex<T>> const& x) { return &x.value; }
template <class Int, class T> void const* by_value(T const* x) { return x; }

template <class Result, class Int, class... Arguments> Result call_c(void* function, Arguments const&... x) {
  return reinterpret_cast<Result (*)(decltype(by_value<Int>(x))...)>(function)(by_value<Int>(x)...);
}
template <class Result, class... Arguments>
Result call_fortran(spelling how, std::string const& routine, Arguments const&... x) {
  return reinterpret_cast<Result (*)(decltype(by_address(x, true))...)>(find(name_of(how, routine)))(
      by_address(x, how.wide)...);
}
/// Level 1: C takes the same arguments.
template <class Result, class... Arguments>
Result call(spelling how, std::string const& routine, Arguments const&... x) {
  if (!how.c) return call_fortran<Result>(how, routine, x...);
  void* const function = find(name_of(how, routine));
  return how.wide ? call_c<Result, std::int64_t>(function, x...) : call_c<Result, std::int32_t>(function, x...);
}
/// Levels 2 and 3: C takes the layout first; to Fortran only columns can be passed.
template <class... Arguments>
void call_with_layout(spelling how, option layout, std::string const& routine, Arguments const&... x) {
  how.c ? call<void>(how, routine, layout, x...) : call_fortran<void>(how, routine, x...);
}

template <class T>
inline constexpr char letter = is_complex<T> ? (sizeof(T) == 8 ? 'c' : 'z') : (sizeof(T) == 4 ? 's' : 'd');
template <class T> std::string typed(char const* stem) { return letter<T> + std::string(stem); }

template <class T> T conjugate(T x) {
  if constexpr (is_complex<T>)
    return std::conj(x);
  else
    return x;
}

/// Numbers of quite different magnitudes, so that sums have to be rounded.
template <class T> T number(random_source& random) {
  auto const real = [&] {
    auto const value = static_cast<real_of<T>>(static_cast<double>(static_cast<std::int64_t>(random.next())) * 0x1p-60);
    return value * static_cast<real_of<T>>(random.coin() ? 1 : 0x1p-12);
  };
  if constexpr (is_complex<T>) {
    auto const re = real();
    return {re, real()};
  } else
    return real();
}

/// A matrix in memory with room between its rows or columns.
template <class T> struct stored_matrix {
  index rows, columns, leading;
  option layout;
  std::vector<T> values;
  stored_matrix(random_source& random, option layout_, index rows_, index columns_)
      : rows(rows_), columns(columns_),
        leading((layout_.letter == 'R' ? columns_ : rows_) + 1 + static_cast<index>(random.below(3))), layout(layout_),
        values(static_cast<std::size_t>(leading * (layout_.letter == 'R' ? rows_ : columns_) + 1)) {
    for (T& value : values) value = number<T>(random);
  }
  T& at(index i, index j) {
    return values[static_cast<std::size_t>(layout.letter == 'R' ? i * leading + j : j * leading + i)];
  }
};

/// The same by columns without room, op applied.
template <class T> std::vector<T> dense(stored_matrix<T> m, option op = {'N', 111}) {
  bool const plain = op.letter == 'N';
  std::vector<T> result;
  for (index j = 0; j < (plain ? m.columns : m.rows); ++j)
    for (index i = 0; i < (plain ? m.rows : m.columns); ++i)
      result.push_back(plain ? m.at(i, j) : op.letter == 'C' ? conjugate(m.at(j, i)) : m.at(j, i));
  return result;
}

/// A vector in memory, from either end.
template <class T> struct stored_vector {
  index size, step;
  std::vector<T> values;
  stored_vector(random_source& random, index size_, index step_)
      : size(size_), step(step_), values(static_cast<std::size_t>(size_ * std::abs(step_) + 1)) {
    for (T& value : values) value = number<T>(random);
  }
  T& at(index i) { return values[static_cast<std::size_t>(step > 0 ? i * step : (size - 1 - i) * -step)]; }
};
template <class T> std::vector<T> dense(stored_vector<T> v) {
  std::vector<T> result;
  for (index i = 0; i < v.size; ++i) result.push_back(v.at(i));
  return result;
}

inline int failures = 0;
template <class T>
void expect_same(std::string const& what, std::vector<T> const& computed, std::vector<T> const& expected) {
  if (std::memcmp(computed.data(), expected.data(), expected.size() * sizeof(T)) == 0) return;
  ++failures;
  std::printf("differs: %s\n", what.c_str());
}

}  // namespace isobit::test
