#include <complex>
#include <vector>

#include <isobit/linalg/gemm.hpp>
#include <isobit/linalg/gemv.hpp>

#include "check.hpp"
#include "operation.hpp"

namespace bench::linalg {
namespace {

namespace ours = isobit::linalg;

template <class T> void call_gemm(blas const& reference, matrix<T> const& a, matrix<T> const& b, matrix<T>& c) {
  T const one = 1, zero = 0;
  auto const m = static_cast<blas_int>(a.rows), n = static_cast<blas_int>(b.columns),
             k = static_cast<blas_int>(a.columns);
  reference.gemm<T>()("N", "N", &m, &n, &k, &one, a.values.data(), &m, b.values.data(), &k, &zero, c.values.data(), &m);
}

template <class T> outcome gemm(test_case const& test, blas const& reference, effort const& how) {
  index const n = test.size;
  auto const inputs = make_factors<T>(test.data, n, n, n, seed);
  auto const &a = inputs.a, &b = inputs.b;
  matrix<T> theirs(n, n), result(n, n);
  auto timings = compare(
      reference, reference.gemm<T>() != nullptr, test, how, [&] { call_gemm(reference, a, b, theirs); },
      [&] {
        on_threads(test.threads,
                   [&](auto const& driver) { ours::gemm(T(1), a.view(), b.view(), T(0), result.view(), driver); });
      });
  double const order = static_cast<double>(n);
  constexpr int entries = 1000;
  double const right = timings.size() < 2 ? NAN : double(right_of_product(a, b, theirs, entries)) / entries;
  return {std::move(timings), (is_complex<T> ? 8 : 2) * order * order * order, hash_of(result),
          is_product(a, b, result), right};
}

/// `size` is the order of each of a thousand matrices.
outcome gemm_batch(test_case const& test, blas const& reference, effort const& how) {
  constexpr std::size_t count = 1000;
  index const n = test.size;
  std::vector<factors<double>> inputs;
  std::vector<matrix<double>> theirs(count, matrix<double>(n, n)), results = theirs;
  std::vector<ours::matrix_view<double const>> a, b;
  std::vector<ours::matrix_view<double>> c;
  for (std::size_t i = 0; i < count; ++i) {
    inputs.push_back(make_factors<double>(test.data, n, n, n, seed + i));
    a.push_back(inputs.back().a.view());
    b.push_back(inputs.back().b.view());
    c.push_back(results[i].view());
  }
  auto timings = compare(
      reference, reference.dgemm != nullptr, test, how,
      [&] {
        for (std::size_t i = 0; i < count; ++i) call_gemm(reference, inputs[i].a, inputs[i].b, theirs[i]);
      },
      [&] {
        on_threads(test.threads, [&](auto const& driver) {
          ours::gemm_batch(1.0, a, b, 0.0, std::span<ours::matrix_view<double> const>(c), driver);
        });
      });
  bit_hash hash;
  bool correct = true;
  for (std::size_t i = 0; i < count; ++i) {
    hash.add_all(results[i].values);
    correct = correct && is_product(inputs[i].a, inputs[i].b, results[i], 2);
  }
  double const order = static_cast<double>(n);
  return {std::move(timings), 2000 * order * order * order, hash.value(), correct};
}

/// The lower half of a*transposed(a).
outcome syrk(test_case const& test, blas const& reference, effort const& how) {
  index const n = test.size;
  auto const a = make_factors<double>(test.data, n, 1, n, seed).a;
  matrix<double> theirs(n, n), result(n, n);
  auto timings = compare(
      reference, reference.dsyrk != nullptr, test, how,
      [&] {
        double const one = 1, zero = 0;
        auto const order = static_cast<blas_int>(n);
        reference.dsyrk("L", "N", &order, &order, &one, a.values.data(), &order, &zero, theirs.values.data(), &order);
      },
      [&] {
        on_threads(test.threads, [&](auto const& driver) {
          ours::syrk(ours::triangle::lower, 1.0, a.view(), 0.0, result.view(), driver);
        });
      });
  bool const correct = sample(n, n, [&](index i, index j) {
    entry<double> exact;
    if (i >= j)
      for (index l = 0; l < n; ++l) exact.add_product(a(i, l), a(j, l));
    return same_bits(exact.round(), result(i, j));
  });
  double const order = static_cast<double>(n);
  return {std::move(timings), order * order * order, hash_of(result), correct};
}

template <class T, bool transpose> outcome gemv(test_case const& test, blas const& reference, effort const& how) {
  index const n = test.size;
  auto const inputs = make_factors<T>(test.data, n, 1, n, seed);
  auto const &a = inputs.a, &x = inputs.b;
  matrix<T> const stored = transpose ? transposed(a) : a;
  matrix<T> theirs(n, 1), result(n, 1);
  auto* const routine = find<T, void(char const*, blas_int const*, blas_int const*, T const*, T const*, blas_int const*,
                                     T const*, blas_int const*, T const*, T*, blas_int const*)>(reference, "gemv");
  auto timings = compare(
      reference, routine != nullptr, test, how,
      [&] {
        T const one = 1, zero = 0;
        blas_int const order = static_cast<blas_int>(n), step = 1;
        routine(transpose ? "T" : "N", &order, &order, &one, stored.values.data(), &order, x.values.data(), &step,
                &zero, theirs.values.data(), &step);
      },
      [&] {
        on_threads(test.threads, [&](auto const& driver) {
          auto const view = transpose ? ours::transposed(stored.view()) : stored.view();
          ours::gemv(T(1), view, x.values, T(0), ours::vector_view<T>(result.values), driver);
        });
      });
  double const order = static_cast<double>(n);
  return {std::move(timings), (is_complex<T> ? 8 : 2) * order * order, hash_of(result), is_product(a, x, result)};
}

}  // namespace

std::vector<operation> products() {
  using enum data_kind;
  std::vector const all = {normal,        positive,      integers, short_values, cancelling_20,
                           cancelling_30, cancelling_45, wide,     zeros,        blocks};
  std::vector const of_float = {normal, positive, integers, short_values, cancelling_20, wide, zeros, blocks};
  std::vector const without_cancelling = {normal, positive, wide, zeros, blocks};
  std::vector const of_complex = {normal, cancelling_20, cancelling_30, cancelling_45};
  return {{"dgemm", gemm<double>, {256, 512, 1024, 2048}, 1024, all},
          {"sgemm", gemm<float>, {256, 512, 1024, 2048}, 1024, of_float},
          {"zgemm", gemm<std::complex<double>>, {256, 1024}, 512, {normal, cancelling_30, wide}},
          {"cgemm", gemm<std::complex<float>>, {256, 1024}, 512, {normal, cancelling_20, wide}},
          {"dgemm_batch", gemm_batch, {16}, 16, {normal, cancelling_30, wide}},
          {"dsyrk", syrk, {256, 1024}, 1024, without_cancelling},
          {"dgemv_n", gemv<double, false>, {200, 1000, 4000}, 4000, all},
          {"dgemv_t", gemv<double, true>, {200, 1000, 4000}, 4000, all},
          {"zgemv_n", gemv<std::complex<double>, false>, {200, 1000}, 1000, of_complex},
          {"zgemv_t", gemv<std::complex<double>, true>, {200, 1000}, 1000, of_complex},
          {"cgemv_n", gemv<std::complex<float>, false>, {200, 1000}, 1000, {normal, cancelling_20}},
          {"cgemv_t", gemv<std::complex<float>, true>, {200, 1000}, 1000, {normal, cancelling_20}}};
}

}  // namespace bench::linalg
