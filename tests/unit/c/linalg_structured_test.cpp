// Linear algebra for C with matrices that are stored in part, on small integers, where plain loops are exact.
#include <vector>

#include "linalg_support.hpp"

namespace isobit::test {
namespace {

template <class T> class c_linalg_structured : public testing::Test {};
TYPED_TEST_SUITE(c_linalg_structured, c_types);

template <class T> real_of<T> real_part_of(T x) {
  if constexpr (is_complex<T>)
    return x.real();
  else
    return x;
}
template <class T> T some_factor() {
  if constexpr (is_complex<T>)
    return {2, -3};
  else
    return 3;
}

/// Entry (i, j) of the symmetric or Hermitian matrix of which a has one half.
template <class T> T mirrored(stored<T> const& a, isobit_triangle half, bool hermitian, index i, index j) {
  if (hermitian && i == j) return real_part_of(a.at(i, i));
  return inside(half, i, j) ? a.at(i, j) : hermitian ? conjugate(a.at(j, i)) : a.at(j, i);
}

/// One half, line after line.
template <class T> std::vector<T> packed(stored<T> const& a, isobit_triangle half) {
  std::vector<T> values;
  for (index line = 0; line < a.rows; ++line)
    for (index k = 0; k < a.rows; ++k) {
      index const i = a.layout == ISOBIT_ROW_MAJOR ? line : k, j = a.layout == ISOBIT_ROW_MAJOR ? k : line;
      if (inside(half, i, j)) values.push_back(a.at(i, j));
    }
  return values;
}

/// Diagonals, line after line, with an element to spare.
template <class T> struct band {
  index leading;
  std::vector<T> values;

  band(stored<T> const& a, index below, index above) : leading(below + above + 2) {
    bool const by_rows = a.layout == ISOBIT_ROW_MAJOR;
    values.resize(static_cast<std::size_t>(leading * (by_rows ? a.rows : a.columns)), T(-77));
    for (index i = 0; i < a.rows; ++i)
      for (index j = 0; j < a.columns; ++j)
        if (i - j <= below && j - i <= above)
          values[static_cast<std::size_t>(by_rows ? i * leading + below + j - i : j * leading + above + i - j)] =
              a.at(i, j);
  }
  band(stored<T> const& a, isobit_triangle half, index width)
      : band(a, half == ISOBIT_LOWER ? width : 0, half == ISOBIT_LOWER ? 0 : width) {}
};

/// A vector whose elements are `step` apart, with room between them that must stay as it is.
template <class T> struct steps {
  index size, step;
  std::vector<T> values;

  steps(index size_, index step_, random_source& random)
      : size(size_), step(step_), values(static_cast<std::size_t>(size_ * (step_ < 0 ? -step_ : step_))) {
    for (T& x : values) x = stored<T>::integer(random);
  }
  T& at(index i) { return values[static_cast<std::size_t>(step < 0 ? (size - 1 - i) * -step : i * step)]; }
  T const& at(index i) const { return const_cast<steps*>(this)->at(i); }
  T* data() { return values.data(); }
  T const* data() const { return values.data(); }
};

/// alpha*a*x + beta*y, entry(i, j) being a's.
template <class T, class Entry>
steps<T> multiplied(T alpha, Entry entry, steps<T> const& x, T beta, steps<T> const& y) {
  steps<T> result = y;
  for (index i = 0; i < y.size; ++i) {
    T sum = 0;
    for (index j = 0; j < x.size; ++j) sum += entry(i, j) * x.at(j);
    result.at(i) = alpha * sum + beta * y.at(i);
  }
  return result;
}

TYPED_TEST(c_linalg_structured, products_with_symmetric_matrices) {
  using T = TypeParam;
  using f = functions<T>;
  random_source random(11);
  index const m = 4, n = 3;
  T const alpha = some_factor<T>(), beta = T(-2);
  for (auto const layout : layouts)
    for (auto const half : halves)
      for (auto const side : sides)
        for (bool const hermitian : {false, true}) {
          bool const left = side == ISOBIT_LEFT;
          index const order = left ? m : n;
          stored<T> const a(layout, order, order, random), b(layout, m, n, random);
          stored<T> c(layout, m, n, random), expected = c;
          for (index i = 0; i < m; ++i)
            for (index j = 0; j < n; ++j) {
              T sum = 0;
              for (index l = 0; l < order; ++l)
                sum += left ? mirrored(a, half, hermitian, i, l) * b.at(l, j)
                            : b.at(i, l) * mirrored(a, half, hermitian, l, j);
              expected.at(i, j) = alpha * sum + beta * c.at(i, j);
            }
          ASSERT_EQ((hermitian ? f::hemm : f::symm)(layout, side, half, m, n, argument(alpha), a.data(), a.leading,
                                                    b.data(), b.leading, argument(beta), c.data(), c.leading, 2),
                    ISOBIT_OK);
          EXPECT_EQ(c.values, expected.values) << layout << ' ' << half << ' ' << side << ' ' << hermitian;
        }
}

TYPED_TEST(c_linalg_structured, a_symmetric_matrix_and_a_vector) {
  using T = TypeParam;
  using f = functions<T>;
  random_source random(12);
  index const n = 6, width = 2;
  T const alpha = some_factor<T>(), beta = T(5);
  for (auto const layout : layouts)
    for (auto const half : halves)
      for (bool const hermitian : {false, true})
        for (index const step : {1, 3, -2}) {
          stored<T> const a(layout, n, n, random);
          steps<T> const x(n, step, random), before(n, -step, random);
          auto const whole = [&](index i, index j) { return mirrored(a, half, hermitian, i, j); };
          auto const near = [&](index i, index j) { return std::abs(i - j) <= width ? whole(i, j) : T(0); };
          auto const is = [&](isobit_status status, steps<T>& y, steps<T> const& expected, char const* what) {
            EXPECT_EQ(status, ISOBIT_OK) << isobit_last_error();
            EXPECT_EQ(y.values, expected.values) << what << ' ' << layout << ' ' << half << ' ' << hermitian;
            y = before;
          };
          auto y = before;
          auto const expected = multiplied(alpha, whole, x, beta, before);
          is((hermitian ? f::hemv : f::symv)(layout, half, n, argument(alpha), a.data(), a.leading, x.data(), step,
                                             argument(beta), y.data(), -step, 0),
             y, expected, "symv");
          auto const in_rows = packed(a, half);
          is((hermitian ? f::hpmv : f::spmv)(layout, half, n, argument(alpha), in_rows.data(), x.data(), step,
                                             argument(beta), y.data(), -step, 2),
             y, expected, "spmv");
          band<T> const diagonals(a, half, width);
          is((hermitian ? f::hbmv : f::sbmv)(layout, half, n, width, argument(alpha), diagonals.values.data(),
                                             diagonals.leading, x.data(), step, argument(beta), y.data(), -step, 1),
             y, multiplied(alpha, near, x, beta, before), "sbmv");
        }
}

TYPED_TEST(c_linalg_structured, a_band_and_a_vector) {
  using T = TypeParam;
  random_source random(13);
  index const below = 1, above = 2;
  T const alpha = some_factor<T>(), beta = T(-4);
  for (auto const layout : layouts)
    for (auto const op : transposes)
      for (index const m : {4, 7}) {
        index const n = 11 - m;
        stored<T> a(layout, m, n, random);
        for (index i = 0; i < m; ++i)
          for (index j = 0; j < n; ++j)
            if (i - j > below || j - i > above) a.at(i, j) = 0;
        band<T> const diagonals(a, below, above);
        bool const plain = op == ISOBIT_NO_TRANSPOSE;
        steps<T> const x(plain ? n : m, -1, random);
        steps<T> y(plain ? m : n, 2, random);
        auto const expected = multiplied(
            alpha, [&](index i, index j) { return a.of(op, i, j); }, x, beta, y);
        ASSERT_EQ(functions<T>::gbmv(layout, op, m, n, below, above, argument(alpha), diagonals.values.data(),
                                     diagonals.leading, x.data(), -1, argument(beta), y.data(), 2, 0),
                  ISOBIT_OK);
        EXPECT_EQ(y.values, expected.values) << layout << ' ' << op << ' ' << m;
      }
}

TYPED_TEST(c_linalg_structured, triangular_matrices) {
  using T = TypeParam;
  using f = functions<T>;
  random_source random(14);
  index const m = 5, n = 4, width = 2;
  T const alpha = some_factor<T>();
  for (auto const layout : layouts)
    for (auto const half : halves)
      for (auto const op : transposes)
        for (auto const kind : diagonals) {
          for (auto const side : sides) {
            bool const left = side == ISOBIT_LEFT;
            index const order = left ? m : n;
            stored<T> const a(layout, order, order, random);
            stored<T> b(layout, m, n, random), expected = b;
            for (index i = 0; i < m; ++i)
              for (index j = 0; j < n; ++j) {
                T sum = 0;
                for (index l = 0; l < order; ++l)
                  sum += left ? triangular_entry(a, half, op, kind, i, l) * b.at(l, j)
                              : b.at(i, l) * triangular_entry(a, half, op, kind, l, j);
                expected.at(i, j) = alpha * sum;
              }
            ASSERT_EQ(f::trmm(layout, side, half, op, kind, m, n, argument(alpha), a.data(), a.leading, b.data(),
                              b.leading, 2),
                      ISOBIT_OK);
            EXPECT_EQ(b.values, expected.values) << layout << ' ' << half << ' ' << op << ' ' << kind << ' ' << side;
          }
          // Exact in both directions.
          stored<T> a(layout, m, m, random);
          for (index i = 0; i < m; ++i) a.at(i, i) = T(i % 2 == 0 ? 2 : -4);
          steps<T> const before(m, -2, random);
          auto const whole = [&](index i, index j) { return triangular_entry(a, half, op, kind, i, j); };
          auto const near = [&](index i, index j) { return std::abs(i - j) <= width ? whole(i, j) : T(0); };
          auto const expected = multiplied(T(1), whole, before, T(0), before);
          auto const expected_near = multiplied(T(1), near, before, T(0), before);
          auto const in_rows = packed(a, half);
          band<T> const lines(a, half, width);
          auto x = before;
          auto const is = [&](isobit_status status, steps<T> const& right, char const* what) {
            EXPECT_EQ(status, ISOBIT_OK) << isobit_last_error();
            EXPECT_EQ(x.values, right.values) << what << ' ' << layout << ' ' << half << ' ' << op << ' ' << kind;
          };
          is(f::trmv(layout, half, op, kind, m, a.data(), a.leading, x.data(), -2, 0), expected, "trmv");
          is(f::tpsv(layout, half, op, kind, m, in_rows.data(), x.data(), -2), before, "tpsv");
          is(f::tpmv(layout, half, op, kind, m, in_rows.data(), x.data(), -2, 2), expected, "tpmv");
          x = before;
          is(f::tbmv(layout, half, op, kind, m, width, lines.values.data(), lines.leading, x.data(), -2, 1),
             expected_near, "tbmv");
          is(f::tbsv(layout, half, op, kind, m, width, lines.values.data(), lines.leading, x.data(), -2), before,
             "tbsv");
        }
}

TYPED_TEST(c_linalg_structured, two_products_of_matrices_added_to_a_half) {
  using T = TypeParam;
  using f = functions<T>;
  random_source random(15);
  index const n = 4, k = 3;
  T const alpha = some_factor<T>(), beta = T(-2);
  for (auto const layout : layouts)
    for (auto const half : halves)
      for (auto const op : transposes)
        for (bool const hermitian : {false, true}) {
          auto const a = operand<T>(layout, op, n, k, random), b = operand<T>(layout, op, n, k, random);
          stored<T> c(layout, n, n, random), expected = c;
          auto const turned = [&](T x) { return hermitian ? conjugate(x) : x; };
          for (index i = 0; i < n; ++i)
            for (index j = 0; j < n; ++j) {
              if (!inside(half, i, j)) continue;
              T sum = 0;
              for (index l = 0; l < k; ++l)
                sum += alpha * a.of(op, i, l) * turned(b.of(op, j, l)) +
                       turned(alpha) * b.of(op, i, l) * turned(a.of(op, j, l));
              T const old = hermitian && i == j ? T(real_part_of(c.at(i, i))) : c.at(i, j);
              expected.at(i, j) = sum + beta * old;
            }
          bool const refused = is_complex<T> && op == (hermitian ? ISOBIT_TRANSPOSE : ISOBIT_CONJUGATE_TRANSPOSE);
          if (refused) expected = c;
          auto const status = hermitian ? f::her2k(layout, half, op, n, k, argument(alpha), a.data(), a.leading,
                                                   b.data(), b.leading, real_part_of(beta), c.data(), c.leading, 2)
                                        : f::syr2k(layout, half, op, n, k, argument(alpha), a.data(), a.leading,
                                                   b.data(), b.leading, argument(beta), c.data(), c.leading, 2);
          EXPECT_EQ(status, refused ? ISOBIT_INVALID_ARGUMENT : ISOBIT_OK);
          EXPECT_EQ(c.values, expected.values) << layout << ' ' << half << ' ' << op << ' ' << hermitian;
        }
}

TYPED_TEST(c_linalg_structured, products_of_vectors_added_to_a_half) {
  using T = TypeParam;
  using f = functions<T>;
  random_source random(16);
  index const n = 5;
  for (auto const layout : layouts)
    for (auto const half : halves)
      for (bool const hermitian : {false, true}) {
        T const alpha = some_factor<T>();
        auto const real_alpha = real_part_of(alpha);
        stored<T> const before(layout, n, n, random);
        steps<T> const x(n, -2, random), y(n, 1, random);
        auto once = before, twice = before;
        for (index i = 0; i < n; ++i)
          for (index j = 0; j < n; ++j) {
            if (!inside(half, i, j)) continue;
            auto const turned = [&](T z) { return hermitian ? conjugate(z) : z; };
            T const old = hermitian && i == j ? T(real_part_of(before.at(i, i))) : before.at(i, j);
            once.at(i, j) = (hermitian ? T(real_alpha) : alpha) * x.at(i) * turned(x.at(j)) + old;
            twice.at(i, j) = alpha * x.at(i) * turned(y.at(j)) + turned(alpha) * y.at(i) * turned(x.at(j)) + old;
          }
        auto a = before;
        auto line = packed(before, half);
        auto const is = [&](isobit_status status, stored<T> const& expected, char const* what) {
          EXPECT_EQ(status, ISOBIT_OK) << isobit_last_error();
          EXPECT_EQ(a.values, expected.values) << what << ' ' << layout << ' ' << half << ' ' << hermitian;
          a = before;
        };
        auto const packs = [&](isobit_status status, stored<T> const& expected, char const* what) {
          EXPECT_EQ(status, ISOBIT_OK) << isobit_last_error();
          EXPECT_EQ(line, packed(expected, half)) << what << ' ' << layout << ' ' << half << ' ' << hermitian;
          line = packed(before, half);
        };
        is(hermitian ? f::her(layout, half, n, real_alpha, x.data(), -2, a.data(), a.leading, 2)
                     : f::syr(layout, half, n, argument(alpha), x.data(), -2, a.data(), a.leading, 2),
           once, "syr");
        packs(hermitian ? f::hpr(layout, half, n, real_alpha, x.data(), -2, line.data())
                        : f::spr(layout, half, n, argument(alpha), x.data(), -2, line.data()),
              once, "spr");
        is((hermitian ? f::her2 : f::syr2)(layout, half, n, argument(alpha), x.data(), -2, y.data(), 1, a.data(),
                                           a.leading, 0),
           twice, "syr2");
        packs((hermitian ? f::hpr2 : f::spr2)(layout, half, n, argument(alpha), x.data(), -2, y.data(), 1, line.data()),
              twice, "spr2");
      }
}

TYPED_TEST(c_linalg_structured, axpby_and_rotg) {
  using T = TypeParam;
  using f = functions<T>;
  T const alpha = T(3), beta = T(-2), zero = T(0);
  std::vector<T> const x = {1, 2, 3, 4};
  std::vector<T> y = {5, 6};
  ASSERT_EQ(f::axpby(2, argument(alpha), x.data(), -2, argument(beta), y.data(), 1), ISOBIT_OK);
  EXPECT_EQ(y, (std::vector<T>{-1, -9}));
  ASSERT_EQ(f::axpby(2, argument(zero), nullptr, 1, argument(beta), y.data(), 1), ISOBIT_OK);
  EXPECT_EQ(y, (std::vector<T>{2, 18}));
  EXPECT_EQ(f::axpby(2, argument(alpha), nullptr, 1, argument(beta), y.data(), 1), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(f::axpby(2, argument(alpha), x.data(), 0, argument(beta), y.data(), 1), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(y, (std::vector<T>{2, 18}));

  T a = 3, b = -4, s = 0;
  real_of<T> c = 0;
  auto const g = linalg::rotg(a, b);
  ASSERT_EQ(f::rotg(&a, &b, &c, &s), ISOBIT_OK);
  EXPECT_EQ(a, g.r);
  EXPECT_EQ(b, is_complex<T> ? T(-4) : g.z);
  EXPECT_EQ(c, g.c);
  EXPECT_EQ(s, g.s);
  EXPECT_EQ(f::rotg(&a, &b, nullptr, &s), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(f::rotg(nullptr, &b, &c, &s), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(a, g.r);
}

TEST(c_linalg_rotations, modified_ones_read_and_write_what_their_flag_leaves_open) {
  double const x[] = {1, 2}, y[] = {10, 20};
  auto const rotated = [&](std::vector<double> const& parameters, std::vector<double> const& expected) {
    std::vector<double> both = {x[0], x[1], y[0], y[1]};
    EXPECT_EQ(isobit_drotm(2, both.data(), 1, both.data() + 2, 1, parameters.data()), ISOBIT_OK);
    EXPECT_EQ(both, expected) << parameters[0];
  };
  rotated({-2, 3, 5, 7, 9}, {1, 2, 10, 20});
  rotated({-1, 3, 5, 7, 9}, {73, 146, 95, 190});
  rotated({0, 3, 5, 7, 9}, {71, 142, 15, 30});
  rotated({1, 3, 5, 7, 9}, {13, 26, 89, 178});
  std::vector<double> pair = {1, 2};
  double const parameters[] = {-1, 3, 5, 7, 9};
  EXPECT_EQ(isobit_drotm(1, pair.data(), 1, pair.data() + 1, 1, nullptr), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_drotm(1, pair.data(), 1, pair.data(), 1, parameters), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_drotm(-1, pair.data(), 1, pair.data() + 1, 1, parameters), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_drotm(1, nullptr, 1, pair.data() + 1, 1, parameters), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(pair, (std::vector<double>{1, 2}));

  auto const found = [](float d1, float d2, float x1, float y1, std::vector<float> const& written) {
    auto const m = linalg::rotmg(d1, d2, x1, y1);
    std::vector<float> all = {-9, -9, -9, -9, -9};
    EXPECT_EQ(isobit_srotmg(&d1, &d2, &x1, y1, all.data()), ISOBIT_OK);
    EXPECT_EQ((std::vector<float>{d1, d2, x1}), (std::vector<float>{m.d1, m.d2, m.x1}));
    EXPECT_EQ(all, written);
  };
  found(1, 1, 4, 0, {-2, -9, -9, -9, -9});
  found(1, 1, 4, 2, {0, -9, -0.5f, 0.5f, -9});
  found(1, 1, 2, 4, {1, 0.5f, -9, -9, 0.5f});
  found(-1, 1, 2, 4, {-1, 0, 0, 0, 0});
  float d = 1;
  EXPECT_EQ(isobit_srotmg(&d, &d, &d, 1, nullptr), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_srotmg(&d, nullptr, &d, 1, &d), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(d, 1);
}

}  // namespace
}  // namespace isobit::test
