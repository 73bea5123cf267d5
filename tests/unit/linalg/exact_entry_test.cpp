#include "linalg/exact_entry.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "support/check.hpp"
#include "support/float_environment.hpp"
#include "support/linalg_values.hpp"
#include "support/mpfr_entry.hpp"

namespace isobit::test {
namespace {

using linalg::exact_entry, linalg::index, linalg::real_of, linalg::vector_view;

template <class T> class exact_entry_of : public testing::Test {};
using types = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(exact_entry_of, types);

template <class T> struct example {
  std::vector<T> a, b;
  T alpha, beta, c;
};

template <class T> example<T> random_example(random_source& random) {
  example<T> e;
  auto const n = static_cast<std::size_t>(random.between(0, 7));
  int const kind_a = random_kind(random), kind_b = random_kind(random);
  for (std::size_t i = 0; i < n; ++i) {
    e.a.push_back(nasty<T>(random, kind_a));
    e.b.push_back(nasty<T>(random, kind_b));
  }
  if (random.one_in(3))  // cancelling pairs
    for (std::size_t i = 0; i + 1 < n; i += 2) {
      e.a[i + 1] = make<T>(negated(real_part(e.a[i])), negated(imaginary_part(e.a[i])));
      e.b[i + 1] = e.b[i];
    }
  do e.alpha = nasty<T>(random, random_kind(random));
  while (e.alpha == T(0));
  e.beta = nasty<T>(random, random_kind(random));
  if (random.one_in(3)) e.alpha = make<T>(nasty_real<real_of<T>>(random, 9), 0);
  if (random.one_in(3)) e.beta = make<T>(random.coin() ? 0 : nasty_real<real_of<T>>(random, 9), 0);
  e.c = nasty<T>(random, random_kind(random));
  if (random.one_in(4)) {  // a tie or close to one: c is what the sum rounds to, doubled
    entry_oracle<T> o;
    for (std::size_t i = 0; i < n; ++i) o.add_product(e.a[i], e.b[i]);
    e.c = o.round();
  }
  return e;
}

TYPED_TEST(exact_entry_of, is_the_rounded_value) {
  using T = TypeParam;
  random_source random(first_seed());
  for (std::size_t i = 0; i < scaled_count(6000); ++i) {
    SCOPED_TRACE("seed " + std::to_string(first_seed()) + ", example " + std::to_string(i));
    auto const e = random_example<T>(random);
    entry_oracle<T> o;
    exact_entry<T> entry, other, by_view;
    for (std::size_t k = 0; k < e.a.size(); ++k) {
      o.add_product(e.a[k], e.b[k]);
      if (k % 2 == 0)
        entry.add_product(e.a[k], e.b[k]);
      else
        other.subtract_product(make<T>(negated(real_part(e.a[k])), negated(imaginary_part(e.a[k]))), e.b[k]);
    }
    entry.merge(other);
    by_view.add_products(vector_view<T const>(e.a), vector_view<T const>(e.b));
    ASSERT_TRUE(same(o.round(), entry.round()));
    ASSERT_TRUE(same(o.round(), by_view.round()));
    ASSERT_TRUE(same(o.round(e.alpha, e.beta, e.c), entry.round(e.alpha, e.beta, e.c)));
  }
}

TYPED_TEST(exact_entry_of, takes_long_views_of_any_stride) {
  using T = TypeParam;
  random_source random(first_seed() + 7);
  for (index const stride_a : {1, 3, -2})
    for (index const stride_b : {1, -1})
      for (index const n : {0, 1, 20, 3000})
        for (int const flags : {0, 1, 2, 3}) {
          std::vector<T> a(static_cast<std::size_t>(4 * n + 4)), b(a.size());
          for (T& x : a) x = nasty<T>(random, 0);
          for (T& x : b) x = nasty<T>(random, 0);
          vector_view<T const> x(a.data() + (stride_a < 0 ? 3 * n : 0), n, stride_a);
          vector_view<T const> y(b.data() + (stride_b < 0 ? 3 * n : 0), n, stride_b);
          x.conjugate = (flags & 1) != 0, y.conjugate = (flags & 2) != 0;
          entry_oracle<T> o;
          exact_entry<T> sum, singly;
          for (index i = 0; i < n; ++i) {
            T const p = x.conjugate ? conjugate(x.data[i * stride_a]) : x.data[i * stride_a];
            T const q = y.conjugate ? conjugate(y.data[i * stride_b]) : y.data[i * stride_b];
            o.add_product(p, q);
            singly.add_product(p, q);
          }
          sum.add_products(x, y);
          ASSERT_TRUE(same(o.round(), sum.round()));
          ASSERT_TRUE(sum.real == singly.real && sum.imaginary == singly.imaginary);
        }
}

TYPED_TEST(exact_entry_of, does_not_know_the_environment) {
  using T = TypeParam;
  auto const normal = read_environment();
  random_source random(first_seed() + 3);
  for (int i = 0; i < 40; ++i) {
    auto const e = random_example<T>(random);
    exact_entry<T> entry;
    entry.add_products(vector_view<T const>(e.a), vector_view<T const>(e.b));
    T const expected = entry.round(e.alpha, e.beta, e.c);
    for (auto control : every_control_word()) {
      write_environment({control, 0});
      exact_entry<T> again;
      again.add_products(vector_view<T const>(e.a), vector_view<T const>(e.b));
      T const actual = again.round(e.alpha, e.beta, e.c);
      write_environment(normal);
      ASSERT_TRUE(same(expected, actual)) << "control word " << control;
    }
  }
}

TEST(exact_entry, an_exact_zero_is_positive_and_an_underflow_keeps_its_sign) {
  exact_entry<double> zero_sum, tiny;
  zero_sum.add_product(-0.0, 1.0);
  EXPECT_TRUE(same(0.0, zero_sum.round()));
  EXPECT_TRUE(same(0.0, zero_sum.round(-1.0, 0.0, 0.0)));
  EXPECT_TRUE(same(0.0, zero_sum.round(3.0, -1.0, 0.0)));
  tiny.add_product(-0x1p-1000, 0x1p-1000);
  EXPECT_TRUE(same(-0.0, tiny.round()));
  EXPECT_TRUE(same(0.0, tiny.round(-1.0, 0.0, 1.0)));
  EXPECT_TRUE(same(-0.0, tiny.round(3.0, 0.0, 1.0)));
  EXPECT_TRUE(same(-0x1p-1000, tiny.round(0x1p1000, 0.0, 1.0)));
}

}  // namespace
}  // namespace isobit::test
