// Matrix products against MPFR, which shares nothing with the library's own definition of them.
#include <gtest/gtest.h>

#include <cmath>

#include "support/mpfr_real.hpp"
#include "support/products.hpp"

namespace isobit::test {
namespace {

using namespace linalg;

/// A sum of products, held exactly: of three doubles with exponents from -3222 to 3072.
class mpfr_sum {
public:
  void add_product(double a, double b, bool negative = false) {
    if (!std::isfinite(a) || !std::isfinite(b)) return add_special(negative ? -(a * b) : a * b);
    real term(106);
    mpfr_set_d(term, a, MPFR_RNDN);
    mpfr_mul_d(term, term, b, MPFR_RNDN);
    (negative ? mpfr_sub : mpfr_add)(value_, value_, term, MPFR_RNDN);
  }
  void add_multiple(double factor, mpfr_sum const& sum, bool negative = false) {
    if (!std::isfinite(factor) || sum.special_ != 0) {
      double const other = sum.special_ != 0 ? sum.special_ : static_cast<double>(mpfr_sgn(sum.value_));
      return add_special(negative ? -(factor * other) : factor * other);
    }
    real term(bits);
    mpfr_mul_d(term, sum.value_, factor, MPFR_RNDN);
    (negative ? mpfr_sub : mpfr_add)(value_, value_, term, MPFR_RNDN);
  }
  template <class R> [[nodiscard]] R round() const {
    if (std::isnan(special_)) return from_bits<R>(format<R>::canonical_nan);
    if (special_ != 0) return static_cast<R>(special_);
    return mpfr_zero_p(static_cast<mpfr_srcptr>(value_)) != 0 ? R(0) : rounded_to<R>(value_);
  }

private:
  static constexpr mpfr_prec_t bits = 6700;
  void add_special(double x) { special_ = special_ != 0 ? special_ + x : x; }

  real value_{bits};
  double special_ = 0;  ///< infinity or NaN, once there was one
};

template <class T> T by_mpfr(product_problem<T> const& problem, index i, index j, T alpha, T beta, T c) {
  mpfr_sum re, im, result_re, result_im;
  for (index p = 0; p < problem.elements.shape.depth; ++p) {
    std::complex<double> const a(problem.left(i, p)), b(problem.right(p, j));
    re.add_product(a.real(), b.real());
    if constexpr (is_complex<T>) {
      re.add_product(a.imag(), b.imag(), true);
      im.add_product(a.real(), b.imag());
      im.add_product(a.imag(), b.real());
    }
  }
  // What meets a part that is zero is ignored.
  std::complex<double> const factor(alpha), other(beta), start(c);
  if (factor.real() != 0) {
    result_re.add_multiple(factor.real(), re);
    result_im.add_multiple(factor.real(), im);
  }
  if (factor.imag() != 0) {
    result_re.add_multiple(factor.imag(), im, true);
    result_im.add_multiple(factor.imag(), re);
  }
  if (other.real() != 0) {
    result_re.add_product(other.real(), start.real());
    result_im.add_product(other.real(), start.imag());
  }
  if (other.imag() != 0) {
    result_re.add_product(other.imag(), start.imag(), true);
    result_im.add_product(other.imag(), start.real());
  }
  if constexpr (is_complex<T>)
    return {result_re.round<real_of<T>>(), result_im.round<real_of<T>>()};
  else
    return result_re.round<T>();
}

template <class T> class gemm_mpfr : public testing::Test {};
TYPED_TEST_SUITE(gemm_mpfr, linalg_types);

TYPED_TEST(gemm_mpfr, agrees) {
  using T = TypeParam;
  auto const kinds = matrix_kinds<real_of<T>>();
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    for (std::size_t round = 0; round < scaled_count(40); ++round) {
      random_source random(first_seed() + round + (std::uint64_t{kind} << 32));
      product_shape const shape{random.between(1, 4), random.between(1, 4), random.between(1, round == 0 ? 300 : 20)};
      product_problem<T> const problem(kind, random, shape);
      T alpha = round == 0 ? T(1) : factor<T>(random);
      if (alpha == T(0)) alpha = T(-1);
      T const beta = round == 0 ? T(0) : factor<T>(random);
      std::vector<T> c(static_cast<std::size_t>(shape.rows * shape.columns)), expected(c.size());
      for (index j = 0; j < shape.columns; ++j)
        for (index i = 0; i < shape.rows; ++i) {
          auto const at = static_cast<std::size_t>(j * shape.rows + i);
          c[at] = problem.start(i, j, random);
          expected[at] = by_mpfr(problem, i, j, alpha, beta, c[at]);
        }
      gemm(alpha, row_major(problem.elements.left.data(), shape.rows, shape.depth),
           column_major(problem.elements.right.data(), shape.depth, shape.columns), beta,
           column_major(c.data(), shape.rows, shape.columns));
      for (std::size_t at = 0; at < c.size(); ++at)
        ASSERT_TRUE(identical(expected[at], c[at]))
            << kinds[kind].name << ", seed " << first_seed() + round << ": expected " << shown(expected[at]) << ", got "
            << shown(c[at]) << ", alpha " << shown(alpha) << ", beta " << shown(beta);
    }
}

}  // namespace
}  // namespace isobit::test
