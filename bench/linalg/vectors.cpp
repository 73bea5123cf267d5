#include <cmath>
#include <complex>

#include <isobit/linalg/gemv.hpp>
#include <isobit/linalg/vector.hpp>

#include "check.hpp"
#include "operation.hpp"

namespace bench::linalg {
namespace {

namespace ours = isobit::linalg;

template <class T> ours::vector_view<T> view_of(matrix<T>& m) { return ours::vector_view<T>(m.values); }

/// A factor whose powers stay within the range: the operations work in place, again and again.
template <class T> T turning() {
  if constexpr (is_complex<T>)
    return {real_of<T>(0.6), real_of<T>(0.8)};
  else
    return T(-1 + 1e-7);
}

/// x times y times z onto an entry, exactly: of doubles the first product has an error that is one.
template <class T> void add_triple(entry<T>& exact, T x, T y, T z) {
  if constexpr (is_complex<T>) {
    for (T const part : {T(x.real() * y.real()), T(std::fma(x.real(), y.real(), -(x.real() * y.real()))),
                         T(-x.imag() * y.imag()), T(std::fma(-x.imag(), y.imag(), -(-x.imag() * y.imag()))),
                         T(0, x.real() * y.imag()), T(0, std::fma(x.real(), y.imag(), -(x.real() * y.imag()))),
                         T(0, x.imag() * y.real()), T(0, std::fma(x.imag(), y.real(), -(x.imag() * y.real())))})
      exact.add_product(part, z);
  } else {
    T const product = x * y;
    exact.add_product(product, z);
    exact.add_product(std::fma(x, y, -product), z);
  }
}

/// y += alpha*x.
template <class T> outcome axpy(test_case const& test, blas const& reference, effort const& how) {
  index const n = test.size;
  generator random(seed);
  auto const x = make_matrix<T>(test.data, n, 1, random), y = make_matrix<T>(test.data, n, 1, random);
  auto theirs = y, result = y;
  T const alpha = turning<T>();
  auto* const routine =
      find<T, void(blas_int const*, T const*, T const*, blas_int const*, T*, blas_int const*)>(reference, "axpy");
  auto timings = compare(
      reference, routine != nullptr, test, how,
      [&] {
        blas_int const size = static_cast<blas_int>(n), step = 1;
        routine(&size, &alpha, x.values.data(), &step, theirs.values.data(), &step);
      },
      [&] { ours::axpy(alpha, x.values, view_of(result)); });
  result = y;
  ours::axpy(alpha, x.values, view_of(result));
  bool const correct = sample(n, 1, [&](index i, index) {
    entry<T> exact;
    exact.add(y(i, 0)), exact.add_product(alpha, x(i, 0));
    return same_bits(exact.round(), result(i, 0));
  });
  return {std::move(timings), (is_complex<T> ? 8.0 : 2.0) * static_cast<double>(n), hash_of(result), correct};
}

template <class T> outcome scal(test_case const& test, blas const& reference, effort const& how) {
  index const n = test.size;
  generator random(seed);
  auto const x = make_matrix<T>(test.data, n, 1, random);
  auto theirs = x, result = x;
  T const alpha = turning<T>();
  auto* const routine = find<T, void(blas_int const*, T const*, T*, blas_int const*)>(reference, "scal");
  auto timings = compare(
      reference, routine != nullptr, test, how,
      [&] {
        blas_int const size = static_cast<blas_int>(n), step = 1;
        routine(&size, &alpha, theirs.values.data(), &step);
      },
      [&] { ours::scal(alpha, view_of(result)); });
  result = x;
  ours::scal(alpha, view_of(result));
  bool const correct = sample(n, 1, [&](index i, index) {
    entry<T> exact;
    exact.add_product(alpha, x(i, 0));
    return same_bits(exact.round(), result(i, 0));
  });
  return {std::move(timings), (is_complex<T> ? 6.0 : 1.0) * static_cast<double>(n), hash_of(result), correct};
}

/// With a complex sine where the elements are (LAPACK's zrot).
template <class T> outcome rot(test_case const& test, blas const& reference, effort const& how) {
  using real = real_of<T>;
  index const n = test.size;
  generator random(seed);
  auto const x = make_matrix<T>(test.data, n, 1, random), y = make_matrix<T>(test.data, n, 1, random);
  auto their_x = x, their_y = y, our_x = x, our_y = y;
  real const c = real(0.6);
  T s = T(real(0.8));
  if constexpr (is_complex<T>) s = {real(0.48), real(0.64)};
  auto* const routine =
      find<T, void(blas_int const*, T*, blas_int const*, T*, blas_int const*, real const*, T const*)>(reference, "rot");
  auto timings = compare(
      reference, routine != nullptr, test, how,
      [&] {
        blas_int const size = static_cast<blas_int>(n), step = 1;
        routine(&size, their_x.values.data(), &step, their_y.values.data(), &step, &c, &s);
      },
      [&] { ours::rot(view_of(our_x), view_of(our_y), c, s); });
  our_x = x, our_y = y;
  ours::rot(view_of(our_x), view_of(our_y), c, s);
  T minus_s = -s;
  if constexpr (is_complex<T>) minus_s = -std::conj(s);
  bool const correct = sample(n, 1, [&](index i, index) {
    entry<T> first, second;
    first.add_product(c, x(i, 0)), first.add_product(s, y(i, 0));
    second.add_product(c, y(i, 0)), second.add_product(minus_s, x(i, 0));
    return same_bits(first.round(), our_x(i, 0)) && same_bits(second.round(), our_y(i, 0));
  });
  bit_hash hash;
  hash.add_all(our_x.values), hash.add_all(our_y.values);
  return {std::move(timings), (is_complex<T> ? 20.0 : 6.0) * static_cast<double>(n), hash.value(), correct};
}

/// a += alpha*x*transposed(y), alpha being 1, or a number that alpha*x has to be rounded for.
template <class T, bool scaled> outcome ger(test_case const& test, blas const& reference, effort const& how) {
  index const n = test.size;
  generator random(seed);
  auto const a = make_matrix<T>(test.data, n, n, random);
  auto const x = make_matrix<T>(test.data, n, 1, random), y = make_matrix<T>(test.data, n, 1, random);
  auto theirs = a, result = a;
  T alpha = 1;
  if constexpr (scaled && is_complex<T>) alpha = {real_of<T>(0.7), real_of<T>(-0.3)};
  if constexpr (scaled && !is_complex<T>) alpha = T(0.7);
  auto* const routine = find<T, void(blas_int const*, blas_int const*, T const*, T const*, blas_int const*, T const*,
                                     blas_int const*, T*, blas_int const*)>(reference, is_complex<T> ? "geru" : "ger");
  auto timings = compare(
      reference, routine != nullptr, test, how,
      [&] {
        blas_int const order = static_cast<blas_int>(n), step = 1;
        routine(&order, &order, &alpha, x.values.data(), &step, y.values.data(), &step, theirs.values.data(), &order);
      },
      [&] {
        on_threads(test.threads,
                   [&](auto const& driver) { ours::ger(alpha, x.values, y.values, result.view(), driver); });
      });
  result = a;
  ours::ger(alpha, x.values, y.values, result.view());
  bool const correct = sample(n, n, [&](index i, index j) {
    entry<T> exact;
    exact.add(a(i, j)), add_triple(exact, alpha, x(i, 0), y(j, 0));
    return same_bits(exact.round(), result(i, j));
  });
  double const order = static_cast<double>(n);
  return {std::move(timings), (is_complex<T> ? 8 : 2) * order * order, hash_of(result), correct};
}

}  // namespace

std::vector<operation> vectors() {
  using enum data_kind;
  using complex = std::complex<double>;
  std::vector const kinds = {normal, wide, integers};
  std::vector<index> const sizes = {1000, 100000, 4000000};
  return {{"daxpy", axpy<double>, sizes, 1000000, kinds},
          {"dscal", scal<double>, sizes, 1000000, kinds},
          {"drot", rot<double>, sizes, 1000000, kinds},
          {"srot", rot<float>, sizes, 1000000, kinds},
          {"zaxpy", axpy<complex>, sizes, 1000000, kinds},
          {"caxpy", axpy<std::complex<float>>, sizes, 1000000, kinds},
          {"zscal", scal<complex>, sizes, 1000000, kinds},
          {"zrot", rot<complex>, sizes, 1000000, kinds},
          {"dger", ger<double, false>, {200, 2000}, 2000, kinds},
          {"dger_scaled", ger<double, true>, {200, 2000}, 2000, kinds},
          {"sger_scaled", ger<float, true>, {200, 2000}, 2000, kinds},
          {"zger", ger<complex, false>, {200, 2000}, 2000, kinds},
          {"zger_scaled", ger<complex, true>, {200, 2000}, 2000, kinds}};
}

}  // namespace bench::linalg
