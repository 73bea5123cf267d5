// What matrix products refuse, and that nothing is written then.
#include <gtest/gtest.h>

#include <cstring>
#include <functional>

#include <isobit/linalg/gemv.hpp>

#include "support/products.hpp"

namespace isobit::test {
namespace {

using namespace linalg;

template <class T> class gemm_refusal : public testing::Test {
protected:
  std::vector<T> left = filled(), right = filled(), result = filled();

  static std::vector<T> filled() {
    std::vector<T> out;
    for (int i = 0; i < 400; ++i) {
      if constexpr (is_complex<T>)
        out.emplace_back(i % 7 - 3, i % 5);
      else
        out.emplace_back(i % 7 - 3);
    }
    return out;
  }
  void refused(char const* what, std::function<void()> const& call) {
    auto const before = result, left_before = left, right_before = right;
    try {
      call();
      ADD_FAILURE() << what << " was accepted";
    } catch (error const& problem) {
      EXPECT_EQ(problem.code(), status::invalid_argument) << what;
      EXPECT_NE(std::string(problem.what()).find("isobit"), std::string::npos) << problem.what();
      EXPECT_GT(std::strlen(problem.what()), 30u) << what;
    }
    EXPECT_EQ(std::memcmp(before.data(), result.data(), result.size() * sizeof(T)), 0) << what << ": c was written";
    EXPECT_EQ(std::memcmp(left_before.data(), left.data(), left.size() * sizeof(T)), 0) << what << ": a was written";
    EXPECT_EQ(std::memcmp(right_before.data(), right.data(), right.size() * sizeof(T)), 0) << what << ": b was written";
  }
};
TYPED_TEST_SUITE(gemm_refusal, linalg_types);

TYPED_TEST(gemm_refusal, shapes) {
  using T = TypeParam;
  T *const a = this->left.data(), *const b = this->right.data(), *const c = this->result.data();
  auto const A = column_major(a, 4, 5), B = column_major(b, 5, 6), C = column_major(c, 4, 6);
  this->refused("rows", [&] { gemm(T(1), A, B, T(1), column_major(c, 3, 6)); });
  this->refused("columns", [&] { gemm(T(1), A, B, T(1), column_major(c, 4, 7)); });
  this->refused("depth", [&] { gemm(T(1), A, column_major(b, 4, 6), T(1), C); });
  this->refused("transposed", [&] { gemm(T(1), transposed(A), B, T(1), C); });
  this->refused("shapes, alpha 0", [&] { gemm(T(0), A, column_major(b, 4, 6), T(0), C); });
  this->refused("gemmt, not square", [&] { gemmt(triangle::lower, T(1), A, B, T(1), C); });
  this->refused("syrk", [&] { syrk(triangle::lower, T(1), A, T(1), column_major(c, 5, 5)); });
  this->refused("herk", [&] { herk(triangle::lower, real_of<T>(1), A, real_of<T>(1), column_major(c, 5, 5)); });
  this->refused("herk, not square", [&] { herk(triangle::upper, real_of<T>(1), A, real_of<T>(1), C); });
  this->refused("herk, shared memory", [&] {
    herk(triangle::upper, real_of<T>(1), column_major(c, 4, 5), real_of<T>(1), column_major(c, 4, 4));
  });
}

TYPED_TEST(gemm_refusal, views) {
  using T = TypeParam;
  T* const c = this->result.data();
  this->refused("negative rows", [&] { static_cast<void>(column_major(c, -1, 6)); });
  this->refused("negative columns", [&] { static_cast<void>(row_major(c, 4, -6)); });
  this->refused("small leading dimension", [&] { static_cast<void>(column_major(c, 4, 6, 3)); });
  this->refused("small leading dimension of rows", [&] { static_cast<void>(row_major(c, 4, 6, 5)); });
  this->refused("leading dimension 0", [&] { static_cast<void>(column_major(c, 0, 6, 0)); });
  this->refused("null", [&] { static_cast<void>(column_major(static_cast<T*>(nullptr), 4, 6)); });
  this->refused("a block outside", [&] { static_cast<void>(column_major(c, 4, 6).block(1, 0, 4, 6)); });
}

TYPED_TEST(gemm_refusal, shared_memory) {
  using T = TypeParam;
  T *const a = this->left.data(), *const b = this->right.data(), *const c = this->result.data();
  auto const A = column_major(a, 4, 4), B = column_major(b, 4, 4), C = column_major(c, 4, 4);
  this->refused("c is a", [&] { gemm(T(1), C, B, T(0), C); });
  this->refused("c is b", [&] { gemm(T(1), A, C, T(0), C); });
  this->refused("c starts in a", [&] { gemm(T(1), column_major(c, 4, 4), B, T(0), column_major(c + 15, 4, 4)); });
  this->refused("c ends in b", [&] { gemm(T(1), A, column_major(c + 15, 4, 4), T(0), C); });
  this->refused("c is a, transposed", [&] { gemm(T(1), transposed(C), B, T(0), C); });
  this->refused("c in itself, stride 0", [&] { gemm(T(1), A, B, T(0), matrix_view<T>(c, 4, 4, 1, 0)); });
  this->refused("c in itself", [&] { gemm(T(1), A, B, T(0), matrix_view<T>(c, 4, 4, 1, 3)); });
  this->refused("conjugated c", [&] {
    auto view = C;
    view.conjugate = true;
    gemm(T(1), A, B, T(0), view);
  });
}

// Interleaved matrices share no element.
TYPED_TEST(gemm_refusal, neighbours_are_accepted) {
  using T = TypeParam;
  std::vector<T> memory = this->filled(), apart = this->filled(), expected(16);
  auto const A = matrix_view<T>(memory.data(), 4, 4, 2, 8), C = matrix_view<T>(memory.data() + 1, 4, 4, 2, 8);
  auto const B = column_major(apart.data(), 4, 4);
  gemm(T(1), A, B, T(0), column_major(expected.data(), 4, 4));
  gemm(T(1), A, B, T(0), C);
  for (index j = 0; j < 4; ++j)
    for (index i = 0; i < 4; ++i) EXPECT_TRUE(identical(C.at(i, j), expected[static_cast<std::size_t>(j * 4 + i)]));
}

TYPED_TEST(gemm_refusal, batches) {
  using T = TypeParam;
  T *const a = this->left.data(), *const b = this->right.data(), *const c = this->result.data();
  std::vector<matrix_view<T const>> const A(2, column_major(a, 3, 3)), B(2, column_major(b, 3, 3));
  std::vector<matrix_view<T>> C = {column_major(c, 3, 3), column_major(c + 9, 3, 3)};
  auto const batch = [&](auto const& some, auto const& others) {
    gemm_batch(T(1), some, others, T(1), std::span<matrix_view<T> const>(C));
  };
  std::vector<matrix_view<T const>> const one(1, column_major(a, 3, 3));
  std::vector<matrix_view<T const>> const misfit = {column_major(a, 3, 3), column_major(a, 3, 2)};
  this->refused("fewer a", [&] { batch(one, B); });
  this->refused("fewer b", [&] { batch(A, one); });
  this->refused("a shape, in the second", [&] { batch(misfit, B); });
  C[1] = column_major(a, 3, 3);
  this->refused("shared memory in the second", [&] { batch(A, B); });
}

// Factors that are not needed are not read, and c is not where it will be overwritten.
TYPED_TEST(gemm_refusal, what_is_not_needed_is_not_read) {
  using T = TypeParam;
  using R = real_of<T>;
  R const nan = std::numeric_limits<R>::quiet_NaN();
  std::vector<T> bad(16, T(nan));
  auto const BAD = column_major(bad.data(), 4, 4), C = column_major(this->result.data(), 4, 4);
  auto const before = this->result;
  gemm(T(0), BAD, BAD, T(1), C);
  for (std::size_t i = 0; i < before.size(); ++i) ASSERT_TRUE(identical(before[i], this->result[i]));
  gemm(T(0), BAD, BAD, T(2), C);
  for (std::size_t i = 0; i < 16; ++i) ASSERT_EQ(this->result[i], before[i] * T(2));
  gemm(T(1), column_major(bad.data(), 4, 0), column_major(bad.data(), 0, 4), T(1), C);
  for (std::size_t i = 0; i < 16; ++i) ASSERT_EQ(this->result[i], before[i] * T(2));
  std::fill_n(this->result.begin(), 16, T(nan));
  gemm(T(0), BAD, BAD, T(0), C);
  for (std::size_t i = 0; i < 16; ++i) ASSERT_TRUE(identical(this->result[i], T(0)));
  std::fill_n(this->result.begin(), 16, T(nan));
  gemm(T(1), column_major(bad.data(), 4, 0), column_major(bad.data(), 0, 4), T(0), C);
  for (std::size_t i = 0; i < 16; ++i) ASSERT_TRUE(identical(this->result[i], T(0)));
}

// BLAS starts its sums at +0, and so does the definition.
TYPED_TEST(gemm_refusal, exact_zeros_are_positive) {
  using T = TypeParam;
  std::vector<T> a(16, T(0)), b(16, T(-1)), c(16, T(-0.0));
  gemm(T(1), column_major(a.data(), 4, 4), column_major(b.data(), 4, 4), T(0), column_major(c.data(), 4, 4));
  for (T x : c) ASSERT_TRUE(identical(x, T(0)));
  c.assign(16, T(-0.0));
  gemm(T(-1), column_major(a.data(), 4, 4), column_major(b.data(), 4, 4), T(1), column_major(c.data(), 4, 4));
  for (T x : c) ASSERT_TRUE(identical(x, T(0)));
}

// Without products there is still a factor of c, and what it makes of zeros.
TYPED_TEST(gemm_refusal, factors_of_c_that_are_not_finite_meet_zeros) {
  using T = TypeParam;
  using R = real_of<T>;
  std::vector<T> const a(16, T(1));
  for (R beta : {std::numeric_limits<R>::infinity(), std::numeric_limits<R>::quiet_NaN()})
    for (R zero : {R(0), R(-0.0)}) {
      std::vector<T> c(16, T(zero)), y(4, T(zero));
      gemm(T(0), column_major(a.data(), 4, 4), column_major(a.data(), 4, 4), T(beta), column_major(c.data(), 4, 4));
      gemv(T(0), column_major(a.data(), 4, 4), vector_view<T const>(a.data(), 4), T(beta), vector_view(y));
      exact_entry<T> const nothing;
      for (T x : c) ASSERT_TRUE(identical(x, nothing.round(T(1), T(beta), T(zero))));
      for (T x : y) ASSERT_TRUE(identical(x, nothing.round(T(1), T(beta), T(zero))));
    }
}

// Far below the smallest number, with nothing known to be rounded on the way.
TEST(gemm_refusal, what_is_rounded_to_zero_keeps_its_sign) {
  double const s = 0x1p-300, t = 0x1p-330;
  double const a[] = {s, s, t, s, s, t}, b[] = {s, -s, t, s, -s, t};
  for (double alpha : {-0x1.1p-440, 0x1.1p-440}) {
    double c[4] = {};
    gemm(alpha, row_major(a, 2, 3), column_major(b, 3, 2), 0.0, column_major(c, 2, 2));
    for (double x : c) EXPECT_TRUE(identical(x, alpha < 0 ? -0.0 : 0.0));
  }
}

}  // namespace
}  // namespace isobit::test
