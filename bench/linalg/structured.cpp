#include <vector>

#include <isobit/linalg/structured.hpp>
#include <isobit/linalg/updates.hpp>

#include "check.hpp"
#include "operation.hpp"

namespace bench::linalg {
namespace {

namespace ours = isobit::linalg;
using number = double const*;
using size = blas_int const*;

/// Of a matrix's lower half, and what it stands for.
struct half {
  matrix<double> values;
  explicit half(matrix<double> const& from) : values(from) {}
  [[nodiscard]] ours::structured_view<double> view() const {
    return ours::triangular(ours::triangle::lower, values.view());
  }
  [[nodiscard]] matrix<double> whole(bool symmetric) const {
    matrix<double> result = values;
    for (index i = 0; i < values.rows; ++i)
      for (index j = i + 1; j < values.columns; ++j) result(i, j) = symmetric ? values(j, i) : 0;
    return result;
  }
};

/// A symmetric matrix times one.
outcome symm(test_case const& test, blas const& reference, effort const& how) {
  index const n = test.size;
  auto const inputs = make_factors<double>(test.data, n, n, n, seed);
  half const a(inputs.a);
  matrix<double> theirs(n, n), result(n, n);
  auto* const routine =
      reference
          .find<void(char const*, char const*, size, size, number, number, size, number, size, number, double*, size)>(
              "dsymm_");
  auto timings = compare(
      reference, routine != nullptr, test, how,
      [&] {
        double const one = 1, zero = 0;
        auto const order = static_cast<blas_int>(n);
        routine("L", "L", &order, &order, &one, a.values.values.data(), &order, inputs.b.values.data(), &order, &zero,
                theirs.values.data(), &order);
      },
      [&] {
        on_threads(test.threads, [&](auto const& driver) {
          ours::gemm(1.0, symmetric(a.view()), inputs.b.view(), 0.0, result.view(), driver);
        });
      });
  double const order = static_cast<double>(n);
  return {std::move(timings), 2 * order * order * order, hash_of(result), is_product(a.whole(true), inputs.b, result)};
}

/// A triangular matrix times one, in place of a copy of it.
outcome trmm(test_case const& test, blas const& reference, effort const& how) {
  index const n = test.size;
  auto const inputs = make_factors<double>(test.data, n, n, n, seed);
  half const a(inputs.a);
  matrix<double> theirs(n, n), result(n, n);
  auto* const routine = reference.find<void(char const*, char const*, char const*, char const*, size, size, number,
                                            number, size, double*, size)>("dtrmm_");
  auto timings = compare(
      reference, routine != nullptr, test, how,
      [&] {
        double const one = 1;
        auto const order = static_cast<blas_int>(n);
        theirs.values = inputs.b.values;
        routine("L", "L", "N", "N", &order, &order, &one, a.values.values.data(), &order, theirs.values.data(), &order);
      },
      [&] {
        result.values = inputs.b.values;
        on_threads(test.threads, [&](auto const& driver) { ours::trmm(1.0, a.view(), result.view(), driver); });
      });
  double const order = static_cast<double>(n);
  return {std::move(timings), order * order * order, hash_of(result), is_product(a.whole(false), inputs.b, result)};
}

/// The lower half of a*transposed(b) + b*transposed(a).
outcome syr2k(test_case const& test, blas const& reference, effort const& how) {
  index const n = test.size;
  auto const inputs = make_factors<double>(test.data, n, n, n, seed);
  auto const &a = inputs.a, &b = inputs.b;
  matrix<double> theirs(n, n), result(n, n);
  auto* const routine =
      reference
          .find<void(char const*, char const*, size, size, number, number, size, number, size, number, double*, size)>(
              "dsyr2k_");
  auto timings = compare(
      reference, routine != nullptr, test, how,
      [&] {
        double const one = 1, zero = 0;
        auto const order = static_cast<blas_int>(n);
        routine("L", "N", &order, &order, &one, a.values.data(), &order, b.values.data(), &order, &zero,
                theirs.values.data(), &order);
      },
      [&] {
        on_threads(test.threads, [&](auto const& driver) {
          ours::syr2k(ours::triangle::lower, 1.0, a.view(), b.view(), 0.0, result.view(), driver);
        });
      });
  bool const correct = sample(n, n, [&](index i, index j) {
    entry<double> exact;
    for (index l = 0; l < n && i >= j; ++l) exact.add_product(a(i, l), b(j, l)), exact.add_product(b(i, l), a(j, l));
    return same_bits(exact.round(), result(i, j));
  });
  double const order = static_cast<double>(n);
  return {std::move(timings), 2 * order * order * order, hash_of(result), correct};
}

outcome symv(test_case const& test, blas const& reference, effort const& how) {
  index const n = test.size;
  auto const inputs = make_factors<double>(test.data, n, 1, n, seed);
  half const a(inputs.a);
  matrix<double> theirs(n, 1), result(n, 1);
  auto* const routine =
      reference.find<void(char const*, size, number, number, size, number, size, number, double*, size)>("dsymv_");
  auto timings = compare(
      reference, routine != nullptr, test, how,
      [&] {
        double const one = 1, zero = 0;
        blas_int const order = static_cast<blas_int>(n), step = 1;
        routine("L", &order, &one, a.values.values.data(), &order, inputs.b.values.data(), &step, &zero,
                theirs.values.data(), &step);
      },
      [&] {
        on_threads(test.threads, [&](auto const& driver) {
          ours::gemv(1.0, symmetric(a.view()), inputs.b.values, 0.0, ours::vector_view<double>(result.values), driver);
        });
      });
  double const order = static_cast<double>(n);
  return {std::move(timings), 2 * order * order, hash_of(result), is_product(a.whole(true), inputs.b, result)};
}

outcome trmv(test_case const& test, blas const& reference, effort const& how) {
  index const n = test.size;
  auto const inputs = make_factors<double>(test.data, n, 1, n, seed);
  half const a(inputs.a);
  matrix<double> theirs(n, 1), result(n, 1);
  auto* const routine =
      reference.find<void(char const*, char const*, char const*, size, number, size, double*, size)>("dtrmv_");
  auto timings = compare(
      reference, routine != nullptr, test, how,
      [&] {
        blas_int const order = static_cast<blas_int>(n), step = 1;
        theirs.values = inputs.b.values;
        routine("L", "N", "N", &order, a.values.values.data(), &order, theirs.values.data(), &step);
      },
      [&] {
        result.values = inputs.b.values;
        on_threads(test.threads,
                   [&](auto const& driver) { ours::trmv(a.view(), ours::vector_view<double>(result.values), driver); });
      });
  double const order = static_cast<double>(n);
  return {std::move(timings), order * order, hash_of(result), is_product(a.whole(false), inputs.b, result)};
}

/// A band of 16 diagonals on either side.
outcome gbmv(test_case const& test, blas const& reference, effort const& how) {
  constexpr index beside = 16, leading = 2 * beside + 1;
  index const n = test.size;
  auto const stored = make_factors<double>(test.data, leading, 1, n, seed).a;
  auto const x = make_factors<double>(test.data, 1, 1, n, seed).b;
  matrix<double> theirs(n, 1), result(n, 1);
  auto* const routine =
      reference
          .find<void(char const*, size, size, size, size, number, number, size, number, size, number, double*, size)>(
              "dgbmv_");
  auto timings = compare(
      reference, routine != nullptr, test, how,
      [&] {
        double const one = 1, zero = 0;
        blas_int const order = static_cast<blas_int>(n), width = beside, lines = leading, step = 1;
        routine("N", &order, &order, &width, &width, &one, stored.values.data(), &lines, x.values.data(), &step, &zero,
                theirs.values.data(), &step);
      },
      [&] {
        on_threads(test.threads, [&](auto const& driver) {
          ours::gemv(1.0, ours::banded(stored.values.data(), n, n, beside, beside, leading), x.values, 0.0,
                     ours::vector_view<double>(result.values), driver);
        });
      });
  bool const correct = sample(n, 1, [&](index i, index) {
    entry<double> exact;
    for (index j = std::max<index>(i - beside, 0); j <= std::min(i + beside, n - 1); ++j)
      exact.add_product(stored(beside + i - j, j), x(j, 0));
    return same_bits(exact.round(), result(i, 0));
  });
  return {std::move(timings), static_cast<double>(2 * leading * n), hash_of(result), correct};
}

}  // namespace

std::vector<operation> structured() {
  std::vector const normal = {data_kind::normal};
  return {{"dsymm", symm, {256, 1024}, 1024, normal},       {"dtrmm", trmm, {256, 1024}, 1024, normal},
          {"dsyr2k", syr2k, {256, 1024}, 1024, normal},     {"dsymv", symv, {200, 1000, 4000}, 4000, normal},
          {"dtrmv", trmv, {200, 1000, 4000}, 4000, normal}, {"dgbmv", gbmv, {1000, 100000}, 1000, normal}};
}

}  // namespace bench::linalg
