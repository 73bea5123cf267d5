// Neither the order of the products, nor storage, threads or the caller's floating-point environment show.
#include <gtest/gtest.h>

#include <numeric>

#include "support/float_environment.hpp"
#include "support/products.hpp"

namespace isobit::test {
namespace {

using namespace linalg;

template <class T> class linalg_gemm_invariance : public testing::Test {};
TYPED_TEST_SUITE(linalg_gemm_invariance, linalg_types);

template <class T> struct inputs {
  factors<T> elements;
  T alpha, beta;
  std::vector<T> c;

  inputs(std::size_t kind, random_source& random, product_shape shape)
      : elements(make_factors<T>(kind, random, shape)), alpha(factor<T>(random)), beta(factor<T>(random)) {
    for (index i = 0; i < shape.rows * shape.columns; ++i) c.push_back(factor<T>(random));
  }
  [[nodiscard]] matrix_view<T const> a() const {
    return row_major(elements.left.data(), elements.shape.rows, elements.shape.depth);
  }
  [[nodiscard]] matrix_view<T const> b() const {
    return column_major(elements.right.data(), elements.shape.depth, elements.shape.columns);
  }
  template <class Driver> [[nodiscard]] std::vector<T> result(Driver const& driver) const {
    std::vector<T> out = c;
    gemm(alpha, a(), b(), beta, column_major(out.data(), elements.shape.rows, elements.shape.columns), driver);
    return out;
  }
};

template <class T> testing::AssertionResult all_identical(std::vector<T> const& x, std::vector<T> const& y) {
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!identical(x[i], y[i]))
      return testing::AssertionFailure() << shown(x[i]) << " and " << shown(y[i]) << " at " << i;
  return testing::AssertionSuccess();
}

template <class T, class Body> void for_each_kind(product_shape shape, Body body) {
  auto const kinds = matrix_kinds<real_of<T>>();
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    random_source random(first_seed() + (std::uint64_t{kind} << 32));
    SCOPED_TRACE(std::string(kinds[kind].name) + ", seed " + std::to_string(first_seed()));
    body(inputs<T>(kind, random, shape), random);
    if (testing::Test::HasFailure()) return;
  }
}

TYPED_TEST(linalg_gemm_invariance, order_of_the_products) {
  using T = TypeParam;
  for_each_kind<T>({19, 21, 270}, [](inputs<T> data, random_source& random) {
    auto const expected = data.result(serial());
    auto const [m, n, k] = data.elements.shape;
    std::vector<std::size_t> order(static_cast<std::size_t>(k));
    std::iota(order.begin(), order.end(), 0u);
    random.shuffle(std::span<std::size_t>(order));
    inputs<T> moved = data;
    for (std::size_t p = 0; p < order.size(); ++p) {
      for (index i = 0; i < m; ++i) moved.elements.left[i * k + p] = data.elements.left[i * k + order[p]];
      for (index j = 0; j < n; ++j) moved.elements.right[j * k + p] = data.elements.right[j * k + order[p]];
    }
    ASSERT_TRUE(all_identical(expected, moved.result(serial())));
  });
}

TYPED_TEST(linalg_gemm_invariance, transposed_problem) {
  using T = TypeParam;
  for_each_kind<T>({30, 14, 65}, [](inputs<T> const& data, random_source&) {
    auto const expected = data.result(serial());
    std::vector<T> out = data.c;
    auto const c = column_major(out.data(), 30, 14);
    gemm(data.alpha, transposed(data.b()), transposed(data.a()), data.beta, transposed(c));
    ASSERT_TRUE(all_identical(expected, out));
  });
}

// Any cut of the result into blocks is the same result.
TYPED_TEST(linalg_gemm_invariance, blocks_of_the_result) {
  using T = TypeParam;
  for_each_kind<T>({41, 23, 90}, [](inputs<T> const& data, random_source& random) {
    auto const expected = data.result(serial());
    std::vector<T> out = data.c;
    auto const c = column_major(out.data(), 41, 23);
    for (index i = 0, rows = 0; i < 41; i += rows) {
      rows = std::min<index>(41 - i, random.between(1, 15));
      for (index j = 0, columns = 0; j < 23; j += columns) {
        columns = std::min<index>(23 - j, random.between(1, 9));
        gemm(data.alpha, data.a().block(i, 0, rows, 90), data.b().block(0, j, 90, columns), data.beta,
             c.block(i, j, rows, columns));
      }
    }
    ASSERT_TRUE(all_identical(expected, out));
  });
}

TYPED_TEST(linalg_gemm_invariance, threads) {
  using T = TypeParam;
  for_each_kind<T>({41, 37, 33}, [](inputs<T> const& data, random_source&) {
    auto const expected = data.result(serial());
    for (std::size_t count = 1; count <= 4; ++count)
      ASSERT_TRUE(all_identical(expected, data.result(threads(count)))) << count << " threads";
    executor const many(61, [](std::size_t parts, task_ref body) {
      for (std::size_t part = 0; part < parts; ++part) body(parts - 1 - part);
    });
    ASSERT_TRUE(all_identical(expected, data.result(many)));
    ASSERT_TRUE(all_identical(expected, data.result(automatic())));
  });
}

TYPED_TEST(linalg_gemm_invariance, environment) {
  using T = TypeParam;
  float_environment const usual = read_environment();
  for_each_kind<T>({13, 7, 30}, [&](inputs<T> const& data, random_source&) {
    auto const expected = data.result(serial());
    for (auto control : every_control_word())
      for (std::uint64_t flags : {std::uint64_t{0}, every_flag})
        for (std::size_t count : {1u, 2u}) {
          float_environment const before{control, flags};
          std::vector<T> out = data.c;
          auto const c = column_major(out.data(), 13, 7);
          auto const a = data.a(), b = data.b();
          write_environment(before);
          gemm(data.alpha, a, b, data.beta, c, isobit::threads(count));
          float_environment const after = read_environment();
          write_environment(usual);
          ASSERT_TRUE(undisturbed(before, after)) << "control word 0x" << std::hex << control;
          ASSERT_TRUE(all_identical(expected, out)) << "control word 0x" << std::hex << control;
        }
  });
}

// A caller who reads subnormal numbers as zero has a factor that is one.
TYPED_TEST(linalg_gemm_invariance, environment_with_subnormal_factors) {
  using T = TypeParam;
  using R = real_of<T>;
  float_environment const usual = read_environment();
  R const tiny = std::numeric_limits<R>::denorm_min(), large = std::numeric_limits<R>::max();
  T const factors[][2] = {{T(0), T(tiny)}, {T(tiny), T(0)}, {T(tiny), T(1)}, {T(1), T(tiny)}, {T(tiny), T(-tiny)}};
  for (auto const& pair : factors) {
    T const alpha = pair[0], beta = pair[1];
    std::vector<T> const a(20, T(large)), b(20, T(1)), start(16, T(large / 3));
    auto const result = [&](std::uint64_t control, float_environment& after) {
      auto out = start;
      auto const A = column_major(a.data(), 4, 5), B = column_major(b.data(), 5, 4);
      auto const C = column_major(out.data(), 4, 4);
      write_environment({control, 0});
      gemm(alpha, A, B, beta, C);
      after = read_environment();
      write_environment(usual);
      return out;
    };
    float_environment after;
    auto const expected = result(usual.control, after);
    for (auto control : every_control_word()) {
      ASSERT_TRUE(all_identical(expected, result(control, after)))
          << "control word 0x" << std::hex << control << ", alpha " << shown(alpha) << ", beta " << shown(beta);
      ASSERT_TRUE(undisturbed(float_environment{control, 0}, after));
    }
  }
}

TYPED_TEST(linalg_gemm_invariance, environment_of_batches_and_halves) {
  using T = TypeParam;
  using R = real_of<T>;
  float_environment const usual = read_environment();
  random_source random(first_seed());
  inputs<T> const data(1, random, {9, 9, 21});
  std::vector<T> expected;
  for (auto control : every_control_word()) {
    std::vector<T> out(81, T(3)), half(81, T(1)), whole(81, T(1));
    std::vector<matrix_view<T const>> const a(1, data.a()), b(1, data.b());
    std::vector<matrix_view<T>> const c(1, column_major(out.data(), 9, 9));
    R const tiny = std::numeric_limits<R>::denorm_min();
    write_environment({control, 0});
    gemm_batch(T(R(-0.3)), a, b, T(tiny), std::span<matrix_view<T> const>(c), threads(2));
    syrk(triangle::lower, T(tiny), a[0], T(1), column_major(half.data(), 9, 9));
    herk(triangle::upper, R(0.7), a[0], tiny, column_major(whole.data(), 9, 9));
    float_environment const after = read_environment();
    write_environment(usual);
    ASSERT_TRUE(undisturbed(float_environment{control, 0}, after)) << "control word 0x" << std::hex << control;
    out.insert(out.end(), half.begin(), half.end());
    out.insert(out.end(), whole.begin(), whole.end());
    if (expected.empty()) expected = out;
    ASSERT_TRUE(all_identical(expected, out)) << "control word 0x" << std::hex << control;
  }
}

// Long sums take another way; that, too, asks a driver for no more than it offers.
TEST(linalg_gemm_invariance, parts_are_as_many_as_the_driver_offers) {
  index const depth = (index{1} << 20) + 3;
  std::vector<double> const a(static_cast<std::size_t>(3 * depth), 0.1), b(static_cast<std::size_t>(3 * depth), -0.7);
  std::vector<double> c(9), expected(9);
  gemm(1.0, row_major(a.data(), 3, depth), column_major(b.data(), depth, 3), 0.0, column_major(expected.data(), 3, 3),
       serial());
  std::size_t most = 0;
  executor const two(2, [&](std::size_t parts, task_ref body) {
    most = std::max(most, parts);
    for (std::size_t part = 0; part < parts; ++part) body(part);
  });
  gemm(1.0, row_major(a.data(), 3, depth), column_major(b.data(), depth, 3), 0.0, column_major(c.data(), 3, 3), two);
  ASSERT_LE(most, 2u);
  ASSERT_TRUE(all_identical(expected, c));
}

}  // namespace
}  // namespace isobit::test
