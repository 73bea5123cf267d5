#pragma once

#include <span>
#include <vector>

#include "total.hpp"

ISOBIT_NAMESPACE_BEGIN

/// What every operation must return, straight from its definition.
namespace reference {

template <class T> [[nodiscard]] T magnitude_of(T x) { return isobit::is_negative(x) ? negated(x) : x; }

template <class T> [[nodiscard]] total total_of(std::span<T const> values) {
  total result;
  for (T x : values) result.add(x);
  return result;
}

template <class T> [[nodiscard]] total total_of_products(std::span<T const> x, std::span<T const> y) {
  total result;
  for (std::size_t i = 0; i < x.size(); ++i) result.add_product(x[i], y[i]);
  return result;
}

template <class Result, class T> [[nodiscard]] Result sum(std::span<T const> values) {
  return total_of(values).template round<Result>();
}

template <class Result, class T> [[nodiscard]] Result dot(std::span<T const> x, std::span<T const> y) {
  return total_of_products(x, y).template round<Result>();
}

template <class Result, class T> [[nodiscard]] Result asum(std::span<T const> values) {
  total result;
  for (T x : values) result.add(magnitude_of(x));
  return result.template round<Result>();
}

template <class Result, class T> [[nodiscard]] Result squared_norm(std::span<T const> values) {
  return total_of_products(values, values).template round<Result>();
}

template <class Result, class T> [[nodiscard]] Result nrm2(std::span<T const> values) {
  return total_of_products(values, values).template square_root<Result>();
}

template <class Result, class T> [[nodiscard]] Result mean(std::span<T const> values) {
  return values.empty() ? total::nan<Result>() : total_of(values).template mean<Result>(values.size());
}

/// (n * sum of squares - square of sum) / (n * (n - removed)).
template <class Result, class T> [[nodiscard]] Result variance(std::span<T const> values, std::size_t removed) {
  total const sum = total_of(values);
  if (values.size() <= removed || !sum.is_finite()) return total::nan<Result>();
  integer const count(false, values.size());
  integer const divisor(false, values.size() - removed);
  dyadic const squares = total_of_products(values, values).value();
  return round_quotient<Result>(dyadic(count) * squares - sum.value() * sum.value(), count * divisor);
}

template <class T> [[nodiscard]] std::vector<T> inclusive_scan(std::span<T const> values) {
  std::vector<T> result;
  total prefix;
  for (T x : values) {
    prefix.add(x);
    result.push_back(prefix.template round<T>());
  }
  return result;
}

template <class T> [[nodiscard]] std::vector<T> exclusive_scan(std::span<T const> values) {
  std::vector<T> result;
  total prefix;
  for (T x : values) {
    result.push_back(prefix.template round<T>());
    prefix.add(x);
  }
  return result;
}

}  // namespace reference

ISOBIT_NAMESPACE_END
