// Matrix Market files: what is written is read back.
#include <cmath>
#include <complex>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/check.hpp"
#include "support/float_environment.hpp"
#include "support/random.hpp"
#include "unit/sparse/matrix_market.hpp"

namespace isobit::test {
namespace {

template <class T> T random_number(random_source& random) {
  switch (random.below(8)) {
  case 0:
    return static_cast<T>(random.between(-9, 9));
  case 1:
    return std::ldexp(static_cast<T>(random.between(1, 9)),
                      std::numeric_limits<T>::min_exponent - random.between(0, 40));
  case 2:
    return std::numeric_limits<T>::max() / static_cast<T>(random.between(1, 3));
  case 3:
    return std::nextafter(std::ldexp(T(1), random.between(-60, 60)), T(0));
  default:
    for (;;)
      if (T const x = from_bits<T>(static_cast<typename format<T>::bits_type>(random.next())); !is_nan(x)) return x;
  }
}

template <class T> void check_arrays(std::uint64_t seed) {
  random_source random(seed);
  std::vector<T> values;
  for (int k = 0; k < 600; ++k) {
    if constexpr (linalg::is_complex<T>)
      values.push_back({random_number<linalg::real_of<T>>(random), random_number<linalg::real_of<T>>(random)});
    else
      values.push_back(random_number<T>(random));
  }
  auto const text = array_text<T>(20, 30, values);
  auto const back = dense_of<T>(text);
  ASSERT_EQ(back.values.size(), values.size());
  EXPECT_EQ(std::memcmp(back.values.data(), values.data(), values.size() * sizeof(T)), 0) << "seed " << seed;
  EXPECT_EQ(array_text<T>(20, 30, back.values), text);
}

TEST(written_matrix_market, reads_back_what_it_wrote) {
  for (std::size_t round = 0; round < scaled_count(40); ++round) {
    std::uint64_t const seed = first_seed() + round;
    check_arrays<float>(seed);
    check_arrays<double>(seed);
    check_arrays<std::complex<float>>(seed);
    check_arrays<std::complex<double>>(seed);
    random_source random(seed);
    std::vector<std::int32_t> i, j;
    std::vector<double> v;
    for (int k = 0; k < 300; ++k) {
      i.push_back(random.between(0, 19));
      j.push_back(random.between(0, 39));
      v.push_back(random_number<double>(random));
    }
    auto const a = sparse::from_triplets<double, std::int32_t>(20, 40, i, j, v);
    auto const text = text_of(a);
    auto const b = matrix_of(text);
    EXPECT_EQ(a.offsets, b.offsets);
    EXPECT_EQ(a.indices, b.indices);
    EXPECT_EQ(std::memcmp(a.values.data(), b.values.data(), a.values.size() * sizeof(double)), 0) << "seed " << seed;
    EXPECT_EQ(text_of(matrix_of<double, std::int64_t>(text)), text);
  }
}

TEST(written_matrix_market, writes_the_fewest_digits) {
  auto const a = matrix_of(std::string(real_general) + "2 2 4\n1 1 0.1\n1 2 1e300\n2 1 -nan\n2 2 -inf\n");
  EXPECT_EQ(
      text_of(a, {.comment = "two\nlines"}),
      "%%MatrixMarket matrix coordinate real general\n% two\n% lines\n2 2 4\n1 1 0.1\n1 2 1e+300\n2 1 nan\n2 2 -inf\n");
  EXPECT_EQ(text_of(a, {.numbers = number_kind::pattern}),
            "%%MatrixMarket matrix coordinate pattern general\n2 2 4\n1 1\n1 2\n2 1\n2 2\n");
  EXPECT_EQ(array_text<double>(2, 1, {1e22, -0.0}, {.numbers = number_kind::integer}),
            "%%MatrixMarket matrix array integer general\n2 1\n10000000000000000000000\n-0\n");
  EXPECT_EQ(array_text<float>(1, 1, {0.1f}, {.numbers = number_kind::complex}),
            "%%MatrixMarket matrix array complex general\n1 1\n0.1 0\n");
  EXPECT_EQ(text_of(csr_matrix<double>{}), "%%MatrixMarket matrix coordinate real general\n0 0 0\n");
  std::vector<std::complex<double>> const z{{1, 2}, {3, 4}};
  std::ostringstream out;
  write<std::complex<double>>(out, adjoint(column_major(z.data(), 2, 1)));
  EXPECT_EQ(out.str(), "%%MatrixMarket matrix array complex general\n1 2\n1 -2\n3 -4\n");
}

TEST(written_matrix_market, writes_one_triangle) {
  for (auto const* const kind :
       {"real symmetric", "real skew-symmetric", "complex hermitian", "complex skew-symmetric"}) {
    bool const is_complex = kind[0] == 'c', is_skew = std::strstr(kind, "skew") != nullptr;
    std::string const tail = is_complex ? " 7\n" : "\n";
    std::string const text = std::string("%%MatrixMarket matrix coordinate ") + kind + "\n3 3 2\n2 1 0.5" + tail +
                             (is_skew ? "3 1 2" + tail : std::string("3 3 2") + (is_complex ? " 0\n" : "\n"));
    std::istringstream in(text);
    header const about = read_header(in);
    auto const a = read<std::complex<double>>(in, about);
    if (is_complex) {
      EXPECT_EQ(text_of(a, {.symmetry = about.symmetry}), text);
    } else {
      auto const r = matrix_of(text);
      EXPECT_EQ(text_of(r, {.symmetry = about.symmetry}), text);
      auto const d = dense_of(text);
      auto const array = array_text<double>(3, 3, d.values, {.symmetry = about.symmetry});
      EXPECT_EQ(dense_of(array).values, d.values);
    }
  }
}

TEST(written_matrix_market, writes_nothing_where_it_refuses) {
  auto const refusal = [](auto const& a, style const& how) {
    std::ostringstream out;
    auto const message = message_of([&] {
      write(out, a, how);
      return 0;
    });
    EXPECT_EQ(out.str(), "") << message;
    return message;
  };
  auto const a = matrix_of(std::string(real_general) + "2 2 3\n1 1 1\n1 2 0.5\n2 1 1\n");
  EXPECT_EQ(refusal(a, {.numbers = number_kind::integer}),
            "the entry in row 0, column 1, numbered from 0, is no integer");
  EXPECT_EQ(refusal(a, {.symmetry = symmetry_kind::symmetric}),
            "the entry in row 0, column 1, numbered from 0, is not what makes a matrix symmetric");
  EXPECT_EQ(refusal(a, {.symmetry = symmetry_kind::hermitian}),
            "hermitian matrices of real numbers are none of the format's");
  auto const b = matrix_of(std::string(real_general) + "2 2 2\n1 1 1\n1 2 0.5\n");
  EXPECT_EQ(refusal(b, {.symmetry = symmetry_kind::symmetric}),
            "row and column 0, numbered from 0, have different numbers of entries, so the matrix is not symmetric");
  EXPECT_EQ(
      refusal(b, {.symmetry = symmetry_kind::skew_symmetric}),
      "row and column 0, numbered from 0, have different numbers of entries, so the matrix is not skew-symmetric");
  auto const c = matrix_of<std::complex<double>>("%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 2\n");
  EXPECT_EQ(refusal(c, {.numbers = number_kind::real}), "complex numbers cannot be written as others");
  EXPECT_EQ(refusal(c, {.symmetry = symmetry_kind::hermitian}),
            "the entry in row 0, column 0, numbered from 0, is not what makes a matrix hermitian");
  auto const d = matrix_of(std::string(real_general) + "2 3 0\n");
  EXPECT_EQ(refusal(d, {.symmetry = symmetry_kind::symmetric}), "a matrix of 2 rows and 3 columns cannot be symmetric");
  EXPECT_EQ(message_of([] { return array_text<double>(1, 1, {1}, {.numbers = number_kind::pattern}); }),
            "an array cannot be a pattern");
  EXPECT_EQ(message_of([] {
              return array_text<double>(1, 1, {std::numeric_limits<double>::infinity()},
                                        {.numbers = number_kind::integer});
            }),
            "the entry in row 0, column 0, numbered from 0, is no integer");
  std::ofstream full("/dev/full");
  EXPECT_NE(message_of([&] {
              for (int k = 0; k < 3000; ++k) write(full, a);
              return 0;
            }),
            "nothing was wrong");
}

}  // namespace
}  // namespace isobit::test
