#include <isobit/linalg/vector.hpp>

#include <vector>

#include <gtest/gtest.h>

#include <isobit/linalg/rotation.hpp>
#include <isobit/sum/exact.hpp>

#include "support/float_environment.hpp"
#include "support/linalg_values.hpp"
#include "support/mpfr_entry.hpp"

namespace isobit::test {
namespace {

using linalg::index, linalg::vector_view;

template <class T> class linalg_vector : public testing::Test {};
using types = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(linalg_vector, types);

/// A sum of products rounded once, a zero with IEEE's sign: by MPFR, but for that sign.
template <class R> struct sum_of_products {
  mpfr_entry value;
  bool any = false, only_negative_zeros = true;
  sum_of_products& add(R a, R b) {
    value.add_product(a, b);
    bool const zero = bits_of(magnitude(a)) == 0 || bits_of(magnitude(b)) == 0;
    any = true;
    only_negative_zeros &= zero && is_negative(a) != is_negative(b);
    return *this;
  }
  /// A product with a factor; what would meet a zero is left out.
  sum_of_products& operator()(R factor, R x) { return bits_of(magnitude(factor)) == 0 ? *this : add(factor, x); }
  [[nodiscard]] R round() const {
    R const result = value.template round<R>();
    return any && only_negative_zeros && bits_of(result) == 0 ? zero<R>(true) : result;
  }
};

/// a*x, each part rounded once.
template <class T> T expected_scaled(T a, T x) {
  using R = real_of<T>;
  sum_of_products<R> re, im;
  re(real_part(a), real_part(x));
  if constexpr (is_complex<T>) {
    re(negated(a.imag()), x.imag());
    im(a.real(), x.imag())(a.imag(), x.real());
  }
  return make<T>(re.round(), im.round());
}

template <class T> T expected_axpy(T a, T x, T y) {
  using R = real_of<T>;
  if (a == T(0)) return y;
  sum_of_products<R> re, im;
  re(real_part(a), real_part(x))(1, real_part(y));
  if constexpr (is_complex<T>) {
    re(negated(a.imag()), x.imag());
    im(a.real(), x.imag())(a.imag(), x.real())(1, y.imag());
  }
  return make<T>(re.round(), im.round());
}
template <class T> T expected_rotated(real_of<T> c, T x, T s, T y) {
  using R = real_of<T>;
  sum_of_products<R> re, im;
  re(c, real_part(x))(real_part(s), real_part(y));
  if constexpr (is_complex<T>) {
    re(negated(s.imag()), y.imag());
    im(c, x.imag())(s.real(), y.imag())(s.imag(), y.real());
  }
  return make<T>(re.round(), im.round());
}
template <class T> T minus(T x) { return make<T>(negated(real_part(x)), negated(imaginary_part(x))); }

/// Half a unit in the last place of numbers near 1, or almost.
template <class R> R near_tie(random_source& random) {
  R const half = power_of_two<R>(random.coin(), -format<R>::precision - random.between(0, 1));
  auto const bits = bits_of(half);
  int const step = random.between(-1, 1);
  return from_bits<R>(static_cast<typename format<R>::bits_type>(bits + static_cast<decltype(bits)>(step)));
}
template <class T> T value(random_source& random, int kind) {
  if (kind <= 9) return nasty<T>(random, kind);
  auto const re = random.coin() ? near_tie<real_of<T>>(random) : nasty_real<real_of<T>>(random, 0);
  auto const im = random.coin() ? near_tie<real_of<T>>(random) : nasty_real<real_of<T>>(random, 6);
  return make<T>(re, im);
}
int kind_of(random_source& random) { return random.one_in(4) ? 10 : random_kind(random); }

template <class T> struct vectors {
  std::vector<T> x, y;
  index size, stride_x, stride_y;
  [[nodiscard]] vector_view<T> view(std::vector<T>& memory, index stride) const {
    return {memory.data() + (stride < 0 ? -stride * (size - 1) : 0), size, stride};
  }
  vector_view<T> view_x() { return view(x, stride_x); }
  vector_view<T> view_y() { return view(y, stride_y); }
};

template <class T> vectors<T> random_vectors(random_source& random) {
  vectors<T> v;
  v.size = static_cast<index>(1 + random_size(random, random.one_in(8) ? 1500 : 300));
  v.stride_x = random.coin() ? 1 : (random.coin() ? 1 : -1) * random.between(1, 3);
  v.stride_y = random.coin() ? 1 : (random.coin() ? 1 : -1) * random.between(1, 3);
  int const kind_x = kind_of(random), kind_y = kind_of(random);
  v.x.resize(static_cast<std::size_t>(3 * v.size));
  v.y.resize(static_cast<std::size_t>(3 * v.size));
  for (T& x : v.x) x = value<T>(random, kind_x);
  for (T& y : v.y) y = value<T>(random, kind_y);
  return v;
}

template <class T, class Body> void for_each_example(std::size_t count, Body body) {
  random_source random(first_seed());
  for (std::size_t i = 0; i < scaled_count(count); ++i) {
    SCOPED_TRACE("seed " + std::to_string(first_seed()) + ", example " + std::to_string(i));
    body(random_vectors<T>(random), random);
    if (testing::Test::HasFailure()) return;
  }
}

TYPED_TEST(linalg_vector, axpy_is_rounded_once) {
  using T = TypeParam;
  for_each_example<T>(300, [](vectors<T> v, random_source& random) {
    T const alpha = value<T>(random, kind_of(random));
    auto right = v;
    auto const x = v.view_x(), y = right.view_y();
    bool const conjugate = random.coin();
    for (index i = 0; i < v.size; ++i) {
      T const element = x.data[i * x.stride];
      y.data[i * y.stride] = expected_axpy(alpha, conjugate ? test::conjugate(element) : element, y.data[i * y.stride]);
    }
    linalg::axpy(alpha, conjugate ? conjugated(x) : x, v.view_y());
    ASSERT_TRUE(same_elements(right.y, v.y));
  });
}

// y is the product's negative, rounded, in most of its elements: all at once, or one of a vector.
TYPED_TEST(linalg_vector, axpy_of_what_cancels_is_rounded_once) {
  using T = TypeParam;
  using R = real_of<T>;
  for_each_example<T>(60, [](vectors<T> v, random_source& random) {
    auto const some = [&] { return nasty_real<R>(random, 0); };
    T const alpha = make<T>(some(), some());
    index const often = random.between(1, 20);
    auto const x = v.view_x();
    for (index i = 0; i < v.size; ++i) {
      x.data[i * x.stride] = make<T>(some(), some());
      T const y = expected_axpy(alpha, x.data[i * x.stride], make<T>(R(0), R(0)));
      v.view_y().data[i * v.stride_y] = random.below(static_cast<std::uint64_t>(often)) == 0 ? minus(y) : y;
    }
    auto right = v;
    for (index i = 0; i < v.size; ++i) {
      T& y = right.view_y().data[i * v.stride_y];
      y = expected_axpy(alpha, x.data[i * x.stride], y);
    }
    linalg::axpy(alpha, x, v.view_y());
    ASSERT_TRUE(same_elements(right.y, v.y));
  });
}

TEST(linalg_axpy, a_value_that_underflows_keeps_the_sign_that_cancellation_hides) {
  using T = std::complex<float>;
  std::vector<T> const x{{0x1p-80f, -1}, {-0x1p-80f, -1}};
  std::vector<T> y{{-1, 0}, {-1, 0}};
  linalg::axpy(T(-0x1p-80f, 1), vector_view<T const>(x), vector_view<T>(y));  // -+2^-160 + 1 - 1
  EXPECT_TRUE(same_bits(-0.0f, y[0].real()));
  EXPECT_TRUE(same_bits(0.0f, y[1].real()));
}

TYPED_TEST(linalg_vector, axpy_takes_its_output_as_x) {
  using T = TypeParam;
  for_each_example<T>(20, [](vectors<T> v, random_source& random) {
    T const alpha = value<T>(random, 0);
    auto const right = [&] {
      auto copy = v;
      for (index i = 0; i < v.size; ++i) {
        T& element = copy.view_x().data[i * v.stride_x];
        element = expected_axpy(alpha, element, element);
      }
      return copy;
    }();
    linalg::axpy(alpha, v.view_x(), v.view_x());
    ASSERT_TRUE(same_elements(right.x, v.x));
  });
}

TYPED_TEST(linalg_vector, scal_is_rounded_once) {
  using T = TypeParam;
  for_each_example<T>(200, [](vectors<T> v, random_source& random) {
    T const alpha = value<T>(random, kind_of(random));
    auto right = v;
    for (index i = 0; i < v.size; ++i) {
      T& element = right.view_x().data[i * v.stride_x];
      element = expected_scaled(alpha, element);
    }
    linalg::scal(alpha, v.view_x());
    ASSERT_TRUE(same_elements(right.x, v.x));
  });
}

template <class T> void expect_rotated(vectors<T>& v, real_of<T> c, T s) {
  auto right = v;
  for (index i = 0; i < v.size; ++i) {
    T& x = right.view_x().data[i * v.stride_x];
    T& y = right.view_y().data[i * v.stride_y];
    T const new_x = expected_rotated(c, x, s, y);
    y = expected_rotated(c, y, minus(conjugate(s)), x);
    x = new_x;
  }
  linalg::rot(v.view_x(), v.view_y(), c, s);
  ASSERT_TRUE(same_elements(right.x, v.x));
  ASSERT_TRUE(same_elements(right.y, v.y));
}

TYPED_TEST(linalg_vector, rot_is_rounded_once) {
  using T = TypeParam;
  for_each_example<T>(300, [](vectors<T> v, random_source& random) {
    auto const c = real_part(value<T>(random, kind_of(random)));
    T const s = value<T>(random, kind_of(random));
    expect_rotated(v, c, s);
  });
}

// c*x and s*y cancel, up to some units in their last places, as do the parts of complex products.
TYPED_TEST(linalg_vector, rot_of_what_cancels_is_rounded_once) {
  using T = TypeParam;
  using R = real_of<T>;
  for_each_example<T>(60, [](vectors<T> v, random_source& random) {
    auto const near = [&](R x) {
      auto const bits = bits_of(x);
      return from_bits<R>(static_cast<decltype(bits)>(bits + static_cast<decltype(bits)>(random.between(-2, 2))));
    };
    auto const some = [&] { return nasty_real<R>(random, 0); };
    R const c = some();
    T const s = make<T>(random.coin() ? near(c) : R(0), random.coin() ? near(c) : R(0));
    for (index i = 0; i < v.size; ++i) {
      T& x = v.view_x().data[i * v.stride_x];
      x = make<T>(some(), random.coin() ? some() : R(0));
      v.view_y().data[i * v.stride_y] = make<T>(negated(near(real_part(x))), near(real_part(x)));
    }
    expect_rotated(v, c, s);
  });
}

/// The parts of alpha*x + beta*y, an exact zero being +0.
template <class T> T expected_axpby(T alpha, T x, T beta, T y) {
  using R = real_of<T>;
  if (alpha == T(0) && beta == T(1)) return y;
  mpfr_entry re, im;
  auto const add = [&](T factor, T value) {
    auto const product = [](mpfr_entry& sum, R a, R b) {
      if (bits_of(magnitude(a)) != 0) sum.add_product(a, b);
    };
    product(re, real_part(factor), real_part(value));
    if constexpr (!is_complex<T>) return;
    product(re, negated(imaginary_part(factor)), imaginary_part(value));
    product(im, real_part(factor), imaginary_part(value));
    product(im, imaginary_part(factor), real_part(value));
  };
  add(alpha, x), add(beta, y);
  return make<T>(re.template round<R>(), im.template round<R>());
}

TYPED_TEST(linalg_vector, axpby_is_rounded_once) {
  using T = TypeParam;
  for_each_example<T>(300, [](vectors<T> v, random_source& random) {
    auto const factor = [&] { return random.one_in(6) ? T(random.between(0, 1)) : value<T>(random, kind_of(random)); };
    T const alpha = factor(), beta = factor();
    auto right = v;
    auto const x = v.view_x(), y = right.view_y();
    bool const conjugate = random.coin();
    for (index i = 0; i < v.size; ++i) {
      T const element = x.data[i * x.stride];
      T& result = y.data[i * y.stride];
      result = expected_axpby(alpha, conjugate ? test::conjugate(element) : element, beta, result);
    }
    linalg::axpby(alpha, conjugate ? conjugated(x) : x, beta, v.view_y());
    ASSERT_TRUE(same_elements(right.y, v.y)) << alpha << ' ' << beta;
  });
}

template <class T> void check_rotm() {
  for_each_example<T>(300, [](vectors<T> v, random_source& random) {
    T h[4];
    for (T& each : h) each = value<T>(random, kind_of(random));
    auto right = v;
    for (index i = 0; i < v.size; ++i) {
      T& x = right.view_x().data[i * v.stride_x];
      T& y = right.view_y().data[i * v.stride_y];
      T const new_x = sum_of_products<T>()(h[0], x)(h[2], y).round();
      y = sum_of_products<T>()(h[1], x)(h[3], y).round();
      x = new_x;
    }
    linalg::rotm(v.view_x(), v.view_y(), h[0], h[1], h[2], h[3]);
    ASSERT_TRUE(same_elements(right.x, v.x));
    ASSERT_TRUE(same_elements(right.y, v.y));
  });
}
TEST(linalg_rotm, is_rounded_once_f64) { check_rotm<double>(); }
TEST(linalg_rotm, is_rounded_once_f32) { check_rotm<float>(); }

TYPED_TEST(linalg_vector, dots_are_rounded_once) {
  using T = TypeParam;
  using R = real_of<T>;
  for_each_example<T>(100, [](vectors<T> v, random_source& random) {
    vector_view<T const> x = v.view_x(), y = v.view_y();
    x.conjugate = random.coin(), y.conjugate = random.coin();
    for (bool const conjugate_x : {false, true}) {
      sum_of_products<R> re, im;
      for (index i = 0; i < v.size; ++i) {
        T a = x.data[i * x.stride], b = y.data[i * y.stride];
        if (x.conjugate != conjugate_x) a = test::conjugate(a);
        if (y.conjugate) b = test::conjugate(b);
        re.add(real_part(a), real_part(b));
        if (!is_complex<T>) continue;
        re.add(negated(imaginary_part(a)), imaginary_part(b));
        im.add(real_part(a), imaginary_part(b)).add(imaginary_part(a), real_part(b));
      }
      T const right = make<T>(re.round(), im.round());
      ASSERT_TRUE(same(right, conjugate_x ? linalg::dotc(x, y) : linalg::dotu(x, y)));
    }
  });
}

TYPED_TEST(linalg_vector, the_environment_is_neither_seen_nor_changed) {
  using T = TypeParam;
  auto const normal = read_environment();
  for_each_example<T>(10, [&](vectors<T> v, random_source& random) {
    T const alpha = value<T>(random, kind_of(random));
    auto const c = real_part(value<T>(random, 0));
    auto const run = [&](vectors<T>& w) {
      linalg::axpy(alpha, w.view_x(), w.view_y());
      linalg::scal(alpha, w.view_x());
      linalg::rot(w.view_x(), w.view_y(), c, alpha);
      return linalg::dotc(w.view_x(), w.view_y());
    };
    auto right = v;
    T const dot = run(right);
    for (auto control : every_control_word()) {
      auto other = v;
      write_environment({control, 0});
      T const other_dot = run(other);
      auto const after = read_environment();
      write_environment(normal);
      ASSERT_TRUE(same(dot, other_dot));
      ASSERT_TRUE(same_elements(right.x, other.x));
      ASSERT_TRUE(same_elements(right.y, other.y));
      ASSERT_TRUE(undisturbed(float_environment{control, 0}, after));
    }
  });
}

TYPED_TEST(linalg_vector, bad_input_is_refused_before_anything_is_written) {
  using T = TypeParam;
  std::vector<T> a(10, T(1)), b(9, T(1));
  EXPECT_THROW(linalg::axpy(T(2), vector_view<T>(a), vector_view<T>(b)), error);
  EXPECT_THROW(linalg::rot(vector_view<T>(a), vector_view<T>(b), real_of<T>(1), T(1)), error);
  EXPECT_THROW(linalg::axpby(T(2), vector_view<T>(a), T(1), vector_view<T>(b)), error);
  EXPECT_THROW((void)linalg::dotu(vector_view<T const>(a), vector_view<T const>(b)), error);
  EXPECT_THROW(linalg::axpy(T(2), vector_view<T>(a.data(), 9), vector_view<T>(a.data() + 1, 9)), error);
  EXPECT_THROW(linalg::rot(vector_view<T>(a), vector_view<T>(a), real_of<T>(1), T(1)), error);
  EXPECT_THROW(linalg::axpby(T(2), vector_view<T>(a.data(), 9), T(1), vector_view<T>(a.data() + 1, 9)), error);
  EXPECT_NO_THROW(linalg::axpy(T(2), vector_view<T>(a.data(), 5, 2), vector_view<T>(a.data() + 1, 5, 2)));
  EXPECT_NO_THROW(linalg::scal(T(2), vector_view<T>()));
}

}  // namespace
}  // namespace isobit::test
