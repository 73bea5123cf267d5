#include <isobit/sum/dot.hpp>

#include <list>
#include <numeric>

#include <gtest/gtest.h>

#include <isobit/driver/serial.hpp>
#include <isobit/driver/threads.hpp>

#include "reference/operations.hpp"
#include "support/check.hpp"
#include "support/make_number.hpp"
#include "support/shapes.hpp"
#include "support/state.hpp"

namespace isobit::test {
namespace {

template <class T> class dot_operation : public testing::Test {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(dot_operation, element_types);

TYPED_TEST(dot_operation, is_the_reference) {
  for_each_pair<TypeParam>(60, 20000, [](auto x, auto y, auto&) {
    auto const expected = reference::total_of_products(x, y);
    ASSERT_TRUE(same_bits(expected.template round<TypeParam>(), dot(x, y)));
    ASSERT_TRUE(same_bits(expected.template round<double>(), dot<double>(x, y)));
    ASSERT_TRUE(same_bits(expected.template round<float>(), dot<float>(x, y)));
  });
}

TYPED_TEST(dot_operation, of_every_small_size_is_the_reference) {
  random_source random(first_seed());
  for (auto const& kind : data_classes<TypeParam>()) {
    for (std::size_t size = 0; size <= 100; ++size) {
      auto const x = make_data(kind, random, size);
      auto const y = make_data(data_classes<TypeParam>()[size % 3], random, size);
      std::span<TypeParam const> const left(x), right(y);
      ASSERT_TRUE(same_bits(reference::dot<TypeParam>(left, right), dot(x, y)))
          << kind.name << ", size " << size << ", seed " << first_seed();
    }
  }
}

TYPED_TEST(dot_operation, exact_dot_is_the_state) {
  for_each_pair<TypeParam>(8, 5000, [](auto x, auto y, auto&) {
    ASSERT_TRUE(same_state(reference::total_of_products(x, y), exact_dot(x, y)));
    ASSERT_TRUE(same_state(reference::total_of_products(x, y), exact_dot(x, y, serial())));
  });
}

TYPED_TEST(dot_operation, strides_of_both_sides_are_free) {
  for_each_pair<TypeParam>(5, 2000, [](auto x, auto y, auto& random) {
    auto const expected = reference::dot<TypeParam>(x, y);
    for (std::ptrdiff_t left : {1, 2, -1, -3}) {
      for (std::ptrdiff_t right : {1, 3, -1, -2}) {
        strided_copy<TypeParam> const a(x, left, random), b(y, right, random);
        ASSERT_TRUE(same_bits(expected, dot(a.view(), b.view()))) << "strides " << left << " and " << right;
      }
    }
    strided_copy<TypeParam> const a(x, -2, random);
    ASSERT_TRUE(same_bits(expected, dot(a.view(), y)));
  });
}

TYPED_TEST(dot_operation, takes_any_ranges) {
  for_each_pair<TypeParam>(5, 3000, [](auto x, auto y, auto&) {
    std::list<TypeParam> const a(x.begin(), x.end()), b(y.begin(), y.end());
    auto const expected = reference::dot<TypeParam>(x, y);
    ASSERT_TRUE(same_bits(expected, dot(a, b)));
    ASSERT_TRUE(same_bits(expected, dot(a, y)));
    ASSERT_TRUE(same_bits(expected, dot(x, b)));
  });
}

TYPED_TEST(dot_operation, of_complex_numbers_rounds_each_part_once) {
  for_each_pair<TypeParam>(5, 700, [](auto x, auto y, auto& random) {
    // x and y give the parts; the right side takes them the other way round and backwards.
    std::vector<TypeParam> u(y.rbegin(), y.rend()), v(x.rbegin(), x.rend());
    auto const a = complex_of(x, y);
    auto const b = complex_of(std::span<TypeParam const>(u), std::span<TypeParam const>(v));
    reference::total real, conjugated_real, imaginary, conjugated_imaginary;
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (auto* total : {&real, &conjugated_real}) total->add_product(x[i], u[i]);
      real.add_product(negated(y[i]), v[i]);
      conjugated_real.add_product(y[i], v[i]);
      for (auto* total : {&imaginary, &conjugated_imaginary}) total->add_product(x[i], v[i]);
      imaginary.add_product(y[i], u[i]);
      conjugated_imaginary.add_product(negated(y[i]), u[i]);
    }
    using complex = std::complex<TypeParam>;
    complex const plain(real.template round<TypeParam>(), imaginary.template round<TypeParam>());
    complex const conjugated(conjugated_real.template round<TypeParam>(),
                             conjugated_imaginary.template round<TypeParam>());
    ASSERT_TRUE(same_parts(plain, dot(a, b)));
    ASSERT_TRUE(same_parts(conjugated, conjugated_dot(a, b)));
    strided_copy<complex> const left(a, -2, random), right(b, 3, random);
    ASSERT_TRUE(same_parts(plain, dot(left.view(), right.view())));
    ASSERT_TRUE(same_parts(conjugated, conjugated_dot(left.view(), right.view())));
  });
}

// Every size up to some vectors, and those around the blocks of kernels; the parts of many of them nearly cancel.
TEST(dot, of_complex_numbers_of_any_size_is_the_reference) {
  using complex = std::complex<double>;
  random_source random(first_seed());
  std::vector<std::size_t> sizes(80);
  std::iota(sizes.begin(), sizes.end(), 0);
  for (std::size_t const size : {4095u, 4096u, 4097u, 5001u, 8191u, 8192u, 8193u, 16385u, 20003u})
    sizes.push_back(size);
  for (auto const& kind : data_classes<double>()) {
    for (std::size_t const size : sizes) {
      if (!random.one_in(size < 80 ? 3 : 8)) continue;
      auto const parts = make_data(kind, random, 2 * size);
      auto const other = make_data(data_classes<double>()[random.below(3)], random, 2 * size);
      std::vector<complex> x(size), y(size);
      reference::total real, imaginary, conjugated_real, conjugated_imaginary;
      for (std::size_t i = 0; i < size; ++i) {
        double const a = parts[2 * i], b = parts[2 * i + 1], c = other[2 * i], d = other[2 * i + 1];
        x[i] = {a, b};
        y[i] = {c, d};
        for (auto* total : {&real, &conjugated_real}) total->add_product(a, c);
        for (auto* total : {&imaginary, &conjugated_imaginary}) total->add_product(a, d);
        real.add_product(negated(b), d);
        imaginary.add_product(b, c);
        conjugated_real.add_product(b, d);
        conjugated_imaginary.add_product(negated(b), c);
      }
      complex const plain(real.round<double>(), imaginary.round<double>());
      complex const conjugate(conjugated_real.round<double>(), conjugated_imaginary.round<double>());
      std::string const what =
          std::string(kind.name) + ", size " + std::to_string(size) + ", seed " + std::to_string(first_seed());
      ASSERT_TRUE(same_parts(plain, dot(x, y))) << what;
      ASSERT_TRUE(same_parts(plain, dot(x, y, threads(3)))) << what;
      ASSERT_TRUE(same_parts(conjugate, conjugated_dot(x, y))) << what;
      // Conjugating the other side conjugates the result, but for the sign of a zero: x conj(y) = conj(conj(x) y).
      auto const right = dot(x, conjugated(view_of(std::span<complex const>(y))));
      ASSERT_TRUE(same_bits(conjugate.real(), right.real())) << what;
      ASSERT_TRUE(conjugate.imag() == 0 ? right.imag() == 0
                                        : same_bits(canonical(negated(conjugate.imag())), canonical(right.imag())))
          << what;
      std::complex<float> const narrow(real.round<float>(), imaginary.round<float>());
      ASSERT_TRUE(same_parts(narrow, dot<float>(x, y))) << what;
    }
  }
}

template <class Half> void expect_dots_of_halves() {
  random_source random(first_seed());
  for (int i = 0; i < 400; ++i) {
    auto const size = random_size(random, 3000);
    auto const x = random_halves<Half>(random, size);
    auto const y = random_halves<Half>(random, size);
    std::span<Half const> const left(x), right(y);
    ASSERT_TRUE(same_bits(reference::dot<float>(left, right), dot(x, y))) << "seed " << first_seed() << ", case " << i;
    ASSERT_TRUE(same_bits(reference::dot<double>(left, right), dot<double>(x, y))) << "case " << i;
  }
}
TEST(dot_of_halves, is_the_reference) {
  expect_dots_of_halves<float16>();
  expect_dots_of_halves<bfloat16>();
}

TEST(dot, of_special_values) {
  double const infinity = infinite<double>();
  double const nan = from_bits<double>(format<double>::canonical_nan);
  using vector = std::vector<double>;
  EXPECT_TRUE(same_bits(0.0, dot(vector(), vector())));
  EXPECT_TRUE(same_bits(-0.0, dot(vector{-0.0, 1.0}, vector{1.0, -0.0})));
  EXPECT_TRUE(same_bits(0.0, dot(vector{-0.0, 1.0}, vector{-1.0, -0.0})));
  EXPECT_TRUE(same_bits(nan, dot(vector{0.0, 1.0}, vector{infinity, 1.0})));
  EXPECT_TRUE(same_bits(nan, dot(vector{infinity, infinity}, vector{1.0, -1.0})));
  EXPECT_TRUE(same_bits(-infinity, dot(vector{infinity, 3.0}, vector{-2.0, 1.0})));
  EXPECT_TRUE(same_bits(1.0, dot(vector{1e300, 1.0, 1e300}, vector{1e300, 1.0, -1e300})));
  EXPECT_TRUE(same_bits(from_bits<double>(1), dot(vector{1e-200, power_of_two<double>(false, -537), 1e-200},
                                                  vector{1e-200, power_of_two<double>(false, -537), -1e-200})));
}

TEST(dot, refuses_sizes_that_differ) {
  std::vector<double> const two(2), three(3);
  std::list<double> const list(3, 1.0);
  EXPECT_THROW(static_cast<void>(dot(two, three)), error);
  EXPECT_THROW(static_cast<void>(dot(two, list)), error);
  EXPECT_THROW(static_cast<void>(dot(list, std::list<double>(4, 1.0))), error);
  EXPECT_THROW(static_cast<void>(exact_dot(three, two)), error);
}

}  // namespace
}  // namespace isobit::test
