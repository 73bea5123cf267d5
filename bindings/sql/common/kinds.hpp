#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <new>
#include <span>
#include <type_traits>

#include <isobit/error.hpp>
#include <isobit/isobit.hpp>

#include "sums.h"

namespace isobit::sql {

using rows = std::span<double const>;

/// ISOBIT_SQL_VALUES
struct values {
  exact sum;

  void add(rows x, rows) { sum.add(x); }
  void add(double x, double) { sum.add(x); }
  void retract(double x, double) { sum.retract(x); }
  void merge(values const& other) { sum.merge(other.sum); }
  static bool is_negative_zero(double x, double) { return x == 0 && std::signbit(x); }
};

/// ISOBIT_SQL_MOMENTS
struct moments {
  exact sum;
  exact_product squares;

  void add(rows x, rows) {
    sum.add(x);
    squares.add_products(x, x);
  }
  void add(double x, double) {
    sum.add(x);
    squares.add_product(x, x);
  }
  void retract(double x, double) {
    sum.retract(x);
    squares.retract_product(x, x);
  }
  /// What rows come to, both sums as doubles that add up to them.
  void add_doubles(rows of_values, rows of_squares) {
    sum.add(of_values);
    for (double const x : of_squares) squares.add_product(x, 1);
  }
  void merge(moments const& other) {
    sum.merge(other.sum);
    squares.merge(other.squares);
  }
  static bool is_negative_zero(double, double) { return false; }  // no moment shows the sign of a zero
};

/// ISOBIT_SQL_PRODUCTS
struct products {
  exact_product sum;

  void add(rows x, rows y) { sum.add_products(x, y); }
  void add(double x, double y) { sum.add_product(x, y); }
  void retract(double x, double y) { sum.retract_product(x, y); }
  void merge(products const& other) { sum.merge(other.sum); }
  static bool is_negative_zero(double x, double y) {
    bool const is_zero = (x == 0 && std::isfinite(y)) || (y == 0 && std::isfinite(x));
    return is_zero && std::signbit(x) != std::signbit(y);
  }
};

/// `action` with what `kind` keeps, in memory that the host has allocated.
template <class Memory, class Action> auto with(isobit_sql_kind kind, Memory* memory, Action const& action) {
  auto const as = [&]<class Sums>(Sums*) -> decltype(auto) {
    using pointer = std::conditional_t<std::is_const_v<Memory>, Sums const*, Sums*>;
    return action(static_cast<pointer>(memory));
  };
  switch (kind) {
  case ISOBIT_SQL_VALUES:
    return as(static_cast<values*>(nullptr));
  case ISOBIT_SQL_MOMENTS:
    return as(static_cast<moments*>(nullptr));
  case ISOBIT_SQL_PRODUCTS:
    break;
  }
  return as(static_cast<products*>(nullptr));
}

/// Keeps the message for isobit_sql_why.
isobit_sql_status refused(error const& refusal) noexcept;

/// What an exception says in C.
template <class Action> isobit_sql_status guarded(Action const& action) noexcept {
  try {
    action();
    return ISOBIT_SQL_OK;
  } catch (error const& refusal) {
    return refused(refusal);
  } catch (...) {
    return ISOBIT_SQL_OUT_OF_MEMORY;
  }
}

inline std::span<std::byte const> as_bytes(unsigned char const* bytes, std::size_t size) {
  return std::as_bytes(std::span(bytes, size));
}

template <class Exact> std::size_t write_state(Exact const& state, unsigned char* bytes) {
  auto const written = state.serialise();
  std::memcpy(bytes, written.data(), written.size());
  return written.size();
}

inline double round_to_float(auto const& state) { return static_cast<double>(state.template round<float>()); }

/// The result of `sums`, which have seen `count` rows.
template <class Sums> double finish(Sums const& sums, std::uint64_t count, isobit_sql_result wanted) {
  if constexpr (std::same_as<Sums, moments>)
    return wanted == ISOBIT_SQL_VARIANCE ? detail::variance<double>(sums.sum, sums.squares, count, 1)
                                         : detail::standard_deviation<double>(sums.sum, sums.squares, count, 1);
  else if (wanted == ISOBIT_SQL_FLOAT_SUM)
    return round_to_float(sums.sum);
  else
    return wanted == ISOBIT_SQL_MEAN ? sums.sum.mean(count) : sums.sum.round();
}

}  // namespace isobit::sql
