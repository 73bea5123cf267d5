// Products of complex matrices on the GPU have the bits of linalg::gemm on the CPU.
#include <limits>
#include <string>

#include "cuda/products_on_both.hpp"

namespace isobit::test {
namespace {

/// A matrix as it is, transposed, conjugated, or both.
enum class reading { plain, transposed, conjugated, adjoint };
reading any_reading(random_source& random) { return static_cast<reading>(random.between(0, 3)); }
bool exchanges_sides(reading how) { return how == reading::transposed || how == reading::adjoint; }
template <class T> auto reader(reading how) {
  return [how](matrix_view<T> m) -> matrix_view<T const> {
    switch (how) {
    case reading::transposed:
      return linalg::transposed(m);
    case reading::conjugated:
      return linalg::conjugated(m);
    case reading::adjoint:
      return linalg::adjoint(m);
    case reading::plain:
      break;
    }
    return m;
  };
}

template <class T> T any_factor(random_source& random) {
  using R = real_of<T>;
  auto const number = [&] { return random_number<R>(random, -3, 3); };
  switch (random.between(0, 7)) {
  case 0:
    return T(0);
  case 1:
    return T(-1);
  case 2:
    return T(number());
  case 3:
    return T(0, number());
  case 4:
    return T(0, 1);
  case 5:
    return T(1);
  default:
    return T(number(), number());
  }
}

template <class T>
owned_matrix<T> matrix_for(random_source& random, matrix_kind kind, index rows, index columns, reading how) {
  return exchanges_sides(how) ? random_matrix<T>(random, kind, columns, rows)
                              : random_matrix<T>(random, kind, rows, columns);
}

template <class T> void expect_same_products(std::vector<size> const& sizes, std::uint64_t seed) {
  for (auto const kind : every_matrix_kind)
    for (auto const [rows, columns, depth] : sizes) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", kind " + std::to_string(static_cast<int>(kind)));
      random_source random(seed++);
      auto const of_a = any_reading(random), of_b = any_reading(random);
      auto a = matrix_for<T>(random, kind, rows, depth, of_a), b = matrix_for<T>(random, kind, depth, columns, of_b);
      auto c = random_matrix<T>(random, kind, rows, columns);
      bool const plain = random.one_in(4);
      T const alpha = plain ? T(1) : any_factor<T>(random), beta = plain ? T(0) : any_factor<T>(random);
      expect_same_product(alpha, a, reader<T>(of_a), b, reader<T>(of_b), beta, c);
      if (testing::Test::HasFatalFailure()) return;
    }
}

template <class T> class cuda_complex_gemm : public testing::Test {};
using types = testing::Types<std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(cuda_complex_gemm, types);

TYPED_TEST(cuda_complex_gemm, of_all_shapes_and_data) {
  std::vector<size> const sizes = {{1, 1, 1},    {1, 1, 0},    {0, 3, 2},     {2, 3, 1},      {1, 150, 40},
                                   {150, 1, 40}, {17, 33, 65}, {65, 129, 33}, {129, 130, 33}, {64, 31, 500}};
  for (std::uint64_t round = 0; round < 4; ++round) {
    expect_same_products<TypeParam>(sizes, first_seed() + 1000 * round);
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(cuda_complex_gemm, of_several_tiles) {
  expect_same_products<TypeParam>({{200, 270, 140}, {257, 65, 260}}, first_seed());
}

/// Other plans cost time, and no bits.
TYPED_TEST(cuda_complex_gemm, with_any_number_of_moduli) {
  for (int moduli = 2; moduli <= 22; ++moduli) {
    SCOPED_TRACE(moduli);
    with_variable const forced("ISOBIT_CUDA_MODULI", std::to_string(moduli));
    expect_same_products<TypeParam>({{40, 30, 50}}, first_seed() + 100 * static_cast<std::uint64_t>(moduli));
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(cuda_complex_gemm, on_gpus_of_any_kind) {
  with_variable const forced("ISOBIT_CUDA_ENGINE", "general");
  expect_same_products<TypeParam>({{129, 130, 33}, {140, 150, 150}}, first_seed());
}

/// More products than a sum of 32 bits takes.
TYPED_TEST(cuda_complex_gemm, of_long_sums) { expect_same_products<TypeParam>({{3, 4, 70000}}, first_seed()); }

/// Imaginary parts are largest where real ones vanish: every part of an element is the same, and has all its bits.
TYPED_TEST(cuda_complex_gemm, of_the_largest_sums) {
  using T = TypeParam;
  using R = real_of<T>;
  random_source random(first_seed());
  R const largest = R(2) - std::numeric_limits<R>::epsilon();
  for (index const depth : {64, 1000, 33000}) {
    owned_matrix<T> a(5, depth, random), b(depth, 4, random), c(5, 4, random);
    for (index p = 0; p < depth; ++p) {
      for (index i = 0; i < 5; ++i) a(i, p) = T(largest, i % 2 == 0 ? largest : -largest);
      for (index j = 0; j < 4; ++j) b(p, j) = T(j % 2 == 0 ? largest : -largest, j < 2 ? largest : -largest);
    }
    expect_same_product(T(1), a, b, T(0), c);
  }
}

/// Corrections settle entries, of which one part is certain and the other is not.
TYPED_TEST(cuda_complex_gemm, of_parts_of_many_magnitudes) {
  using T = TypeParam;
  using R = real_of<T>;
  random_source random(first_seed());
  for (int const spread : {4, 10, 20, 40}) {
    owned_matrix<T> a(70, 200, random), b(200, 65, random), c(70, 65, random);
    auto const element = [&] { return T(random_number<R>(random, -spread, spread), random_number<R>(random, -2, 2)); };
    for (index p = 0; p < 200; ++p) {
      for (index i = 0; i < 70; ++i) a(i, p) = element();
      for (index j = 0; j < 65; ++j) b(p, j) = element();
    }
    for (index i = 0; i < 70; ++i)
      for (index j = 0; j < 65; ++j) c(i, j) = element();
    expect_same_product(T(R(0.75), R(-1.25)), a, b, T(R(0.5), R(3)), c);
  }
}

/// A part of alpha or beta that is zero meets nothing; infinities and NaN among them do.
TYPED_TEST(cuda_complex_gemm, with_factors_that_are_not_finite) {
  using T = TypeParam;
  using R = real_of<T>;
  R const infinity = std::numeric_limits<R>::infinity(), nan = std::numeric_limits<R>::quiet_NaN();
  R const numbers[] = {0,
                       R(-0.0),
                       1,
                       R(1.5),
                       infinity,
                       -infinity,
                       nan,
                       std::numeric_limits<R>::max(),
                       std::numeric_limits<R>::denorm_min()};
  std::uint64_t seed = first_seed();
  for (R const re : numbers)
    for (R const im : numbers)
      for (auto const kind : {matrix_kind::ordinary, matrix_kind::integers, matrix_kind::nonfinite}) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        random_source random(seed++);
        auto a = random_matrix<T>(random, kind, 6, 7), b = random_matrix<T>(random, kind, 7, 5);
        auto c = random_matrix<T>(random, kind, 6, 5);
        T const special(re, im), other = any_factor<T>(random);
        bool const first = random.coin();
        expect_same_product(first ? special : other, a, b, first ? other : special, c);
        if (this->HasFatalFailure()) return;
      }
}

/// Without products c is multiplied by beta alone.
TYPED_TEST(cuda_complex_gemm, scales_what_there_is) {
  using T = TypeParam;
  std::uint64_t seed = first_seed();
  for (auto const kind : every_matrix_kind)
    for (int round = 0; round < 12; ++round) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", kind " + std::to_string(static_cast<int>(kind)));
      random_source random(seed++);
      auto a = random_matrix<T>(random, kind, 37, round % 2), b = random_matrix<T>(random, kind, round % 2, 41);
      auto c = random_matrix<T>(random, kind, 37, 41);
      expect_same_product(T(0), a, b, round < 4 ? nasty<T>(random, round) : any_factor<T>(random), c);
      if (this->HasFatalFailure()) return;
    }
}

}  // namespace
}  // namespace isobit::test
