#pragma once

#include <cmath>
#include <span>

#include <isobit/driver/serial.hpp>
#include <isobit/solver/space.hpp>
#include <isobit/sum/dot.hpp>
#include <isobit/sum/norm.hpp>

#include "linalg/divide.hpp"
#include "linalg/number.hpp"

/// What the solvers do with numbers, real or complex: each part of each result is rounded once. In the standard
/// environment.
ISOBIT_NAMESPACE_BEGIN
namespace solver {

using linalg::is_complex, linalg::real_of;

/// a / b.
template <class T> [[nodiscard]] T quotient(T a, T b) {
  if constexpr (is_complex<T>)
    return linalg::divide(a, b);
  else
    return a / b;
}
/// a * b.
template <class T> [[nodiscard]] T product(T a, T b) {
  if constexpr (is_complex<T>)
    return isobit::dot(std::span(&a, 1), std::span(&b, 1), serial());
  else
    return a * b;
}
/// |x|.
template <class T> [[nodiscard]] real_of<T> size_of(T x) {
  if constexpr (is_complex<T>)
    return isobit::nrm2(std::span(&x, 1), serial());
  else
    return std::fabs(x);
}
template <class T> [[nodiscard]] real_of<T> real_part(T x) { return linalg::part_of(x, 0); }
template <class T> [[nodiscard]] bool is_finite(T x) {
  if constexpr (is_complex<T>)
    return std::isfinite(x.real()) && std::isfinite(x.imag());
  else
    return std::isfinite(x);
}
template <class... T> [[nodiscard]] bool all_finite(T... x) { return (is_finite(x) && ...); }

/// Real and imaginary parts of numbers by turns, or real numbers as they are.
template <class T> [[nodiscard]] std::span<real_of<T>> parts_of(std::span<T> x) {
  return {linalg::parts_at(x.data()), x.size() * static_cast<std::size_t>(linalg::parts_of<T>)};
}
template <class T> [[nodiscard]] std::span<real_of<T> const> parts_of(std::span<T const> x) {
  return {linalg::parts_at(x.data()), x.size() * static_cast<std::size_t>(linalg::parts_of<T>)};
}

}  // namespace solver
ISOBIT_NAMESPACE_END
