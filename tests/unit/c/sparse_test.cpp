// Sparse matrices for C: what C++ gives, and what is refused.
#include <isobit/sparse.h>

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/sparse.hpp>

#include "linalg_support.hpp"
#include "support/make_number.hpp"

namespace isobit::test {
namespace {

template <class T, class Index> struct sparse_functions;
#define ISOBIT_SPARSE_FUNCTIONS(letter, suffix, T, Index)                                   \
  template <> struct sparse_functions<T, Index> {                                           \
    static constexpr auto multiply = isobit_##letter##csrmv##suffix;                        \
    static constexpr auto from_triplets = isobit_##letter##from_triplets##suffix;           \
    static constexpr auto scatter_add = isobit_##letter##scatter_add##suffix;               \
    static constexpr auto assembler = isobit_##letter##assembler##suffix;                   \
    static constexpr auto add = isobit_##letter##assembler_add##suffix;                     \
    static constexpr auto add_block = isobit_##letter##assembler_add_block##suffix;         \
    static constexpr auto merge = isobit_##letter##assembler_merge##suffix;                 \
    static constexpr auto finish = isobit_##letter##assembler_finish##suffix;               \
    static constexpr auto vector_assembler = isobit_##letter##vector_assembler##suffix;     \
    static constexpr auto vector_add = isobit_##letter##vector_assembler_add##suffix;       \
    static constexpr auto vector_merge = isobit_##letter##vector_assembler_merge##suffix;   \
    static constexpr auto vector_finish = isobit_##letter##vector_assembler_finish##suffix; \
    static constexpr auto coo_assemble = isobit_##letter##coo_assemble##suffix;             \
  };
ISOBIT_SPARSE_FUNCTIONS(s, , float, std::int32_t)
ISOBIT_SPARSE_FUNCTIONS(s, _64, float, std::int64_t)
ISOBIT_SPARSE_FUNCTIONS(d, , double, std::int32_t)
ISOBIT_SPARSE_FUNCTIONS(d, _64, double, std::int64_t)
ISOBIT_SPARSE_FUNCTIONS(c, , std::complex<float>, std::int32_t)
ISOBIT_SPARSE_FUNCTIONS(c, _64, std::complex<float>, std::int64_t)
ISOBIT_SPARSE_FUNCTIONS(z, , std::complex<double>, std::int32_t)
ISOBIT_SPARSE_FUNCTIONS(z, _64, std::complex<double>, std::int64_t)

template <class T> T any_number(random_source& random) {
  auto const real = random_number<real_of<T>>(random, -3, 3);
  if constexpr (is_complex<T>)
    return {real, random_number<real_of<T>>(random, -3, 3)};
  else
    return real;
}

template <class T, class Index> void check_sparse() {
  using f = sparse_functions<T, Index>;
  random_source random(1);
  std::vector<Index> i, j;
  std::vector<T> v;
  for (int k = 0; k < 300; ++k) {
    i.push_back(static_cast<Index>(random.below(20))), j.push_back(static_cast<Index>(random.below(15)));
    v.push_back(any_number<T>(random));
  }
  auto const a = sparse::from_triplets<T, Index>(20, 15, i, j, v);
  std::vector<Index> offsets(21);
  std::size_t entries = 0;
  ASSERT_EQ(
      f::from_triplets(20, 15, 300, i.data(), j.data(), v.data(), 0, offsets.data(), nullptr, nullptr, &entries, 1),
      ISOBIT_OK);
  ASSERT_EQ(entries, a.values.size());
  ASSERT_EQ(offsets, a.offsets);
  std::vector<Index> indices(entries);
  std::vector<T> values(entries);
  EXPECT_EQ(f::from_triplets(20, 15, 300, i.data(), j.data(), v.data(), entries - 1, offsets.data(), indices.data(),
                             values.data(), &entries, 2),
            ISOBIT_OUT_OF_RANGE);
  EXPECT_EQ(values, std::vector<T>(entries)) << "nothing is written";
  ASSERT_EQ(f::from_triplets(20, 15, 300, i.data(), j.data(), v.data(), entries, offsets.data(), indices.data(),
                             values.data(), &entries, 2),
            ISOBIT_OK);
  EXPECT_EQ(indices, a.indices);
  EXPECT_EQ(a.values, values);

  T const alpha = any_number<T>(random), beta = any_number<T>(random);
  auto const multiply = [&](isobit_transpose op, std::vector<T> const& x, std::vector<T>& y) {
    return f::multiply(op, 20, 15, argument(alpha), offsets.data(), indices.data(), values.data(), x.data(), 1,
                       argument(beta), y.data(), 1, 2);
  };
  std::vector<T> x(15), t(20), y(20), z(15);
  for (auto* all : {&x, &t, &y, &z})
    for (T& one : *all) one = any_number<T>(random);
  auto expected = y;
  sparse::multiply(alpha, a, x, beta, vector_view<T>(expected));
  ASSERT_EQ(multiply(ISOBIT_NO_TRANSPOSE, x, y), ISOBIT_OK);
  EXPECT_EQ(expected, y);
  expected = z;
  sparse::multiply_transposed(alpha, a, t, beta, vector_view<T>(expected));
  ASSERT_EQ(multiply(ISOBIT_TRANSPOSE, t, z), ISOBIT_OK);
  EXPECT_EQ(expected, z);
  sparse::multiply_adjoint(alpha, a, t, beta, vector_view<T>(expected));
  ASSERT_EQ(multiply(ISOBIT_CONJUGATE_TRANSPOSE, t, z), ISOBIT_OK);
  EXPECT_EQ(expected, z);

  expected.assign(20, T{});
  sparse::scatter_add<T, Index>(i, v, expected);
  ASSERT_EQ(f::scatter_add(300, i.data(), v.data(), 20, y.data(), 0), ISOBIT_OK);
  EXPECT_EQ(expected, y);
}

TEST(c_sparse, gives_what_cpp_gives) {
  check_sparse<float, std::int32_t>(), check_sparse<float, std::int64_t>();
  check_sparse<double, std::int32_t>(), check_sparse<double, std::int64_t>();
  check_sparse<std::complex<float>, std::int32_t>(), check_sparse<std::complex<float>, std::int64_t>();
  check_sparse<std::complex<double>, std::int32_t>(), check_sparse<std::complex<double>, std::int64_t>();
}

isobit_status create_pattern(std::ptrdiff_t rows, std::vector<std::int32_t> const& i,
                             std::vector<std::int32_t> const& j, isobit_coo_pattern** result) {
  return isobit_coo_pattern_create(rows, 15, i.size(), i.data(), j.data(), 1, result);
}
isobit_status create_pattern(std::ptrdiff_t rows, std::vector<std::int64_t> const& i,
                             std::vector<std::int64_t> const& j, isobit_coo_pattern** result) {
  return isobit_coo_pattern_create_64(rows, 15, i.size(), i.data(), j.data(), 1, result);
}

/// Contributions one by one, as blocks, in two assemblers, to a pattern: the matrix of all of them.
template <class T, class Index> void check_assemblers() {
  using f = sparse_functions<T, Index>;
  random_source random(2);
  std::vector<Index> i, j;
  std::vector<T> v;
  auto const contribute = [&](Index row, Index column, T value) {
    i.push_back(row), j.push_back(column), v.push_back(value);
  };
  isobit_assembler *first = nullptr, *second = nullptr;
  ASSERT_EQ(f::assembler(20, 15, &first), ISOBIT_OK);
  ASSERT_EQ(f::assembler(20, 15, &second), ISOBIT_OK);
  for (int k = 0; k < 200; ++k) {
    auto const row = static_cast<Index>(random.below(20)), column = static_cast<Index>(random.below(15));
    T const value = any_number<T>(random);
    ASSERT_EQ(f::add(k % 2 == 0 ? first : second, row, column, argument(value)), ISOBIT_OK);
    contribute(row, column, value);
  }
  std::vector<Index> const rows{3, -1}, columns{0, 7, 3};  // the second row is left out
  std::vector<T> block;
  for (int k = 0; k < 6; ++k) block.push_back(any_number<T>(random));
  ASSERT_EQ(f::add_block(second, ISOBIT_ROW_MAJOR, 2, rows.data(), 3, columns.data(), block.data(), 3), ISOBIT_OK);
  for (std::size_t c = 0; c < 3; ++c) contribute(3, columns[c], block[c]);
  ASSERT_EQ(f::merge(first, second), ISOBIT_OK);
  auto const a = sparse::from_triplets<T, Index>(20, 15, i, j, v);

  auto const check = [&](auto finish) {
    std::vector<Index> offsets(21), indices(a.indices.size());
    std::vector<T> values(a.values.size());
    std::size_t entries = 0;
    EXPECT_EQ(finish(values.size() - 1, offsets.data(), indices.data(), values.data(), &entries), ISOBIT_OUT_OF_RANGE);
    EXPECT_EQ(values, std::vector<T>(values.size())) << "nothing is written";
    ASSERT_EQ(finish(values.size(), offsets.data(), indices.data(), values.data(), &entries), ISOBIT_OK);
    EXPECT_EQ(entries, values.size());
    EXPECT_EQ(offsets, a.offsets);
    EXPECT_EQ(indices, a.indices);
    EXPECT_EQ(values, a.values);
  };
  check([&](auto... to) { return f::finish(first, to..., 2); });
  isobit_coo_pattern* pattern = nullptr;
  ASSERT_EQ(create_pattern(20, i, j, &pattern), ISOBIT_OK);
  check([&](auto... to) { return f::coo_assemble(pattern, v.size(), v.data(), to..., 1); });
  std::vector<T> values(a.values.size());
  std::size_t entries = 0;
  ASSERT_EQ(f::coo_assemble(pattern, v.size(), v.data(), values.size(), nullptr, nullptr, values.data(), &entries, 1),
            ISOBIT_OK);
  EXPECT_EQ(values, a.values);

  isobit_vector_assembler *sums = nullptr, *others = nullptr;
  ASSERT_EQ(f::vector_assembler(20, &sums), ISOBIT_OK);
  ASSERT_EQ(f::vector_assembler(20, &others), ISOBIT_OK);
  ASSERT_EQ(f::vector_add(sums, 100, i.data(), v.data()), ISOBIT_OK);
  ASSERT_EQ(f::vector_add(others, v.size() - 100, i.data() + 100, v.data() + 100), ISOBIT_OK);
  ASSERT_EQ(f::vector_merge(sums, others), ISOBIT_OK);
  std::vector<T> expected(20), result(20);
  sparse::scatter_add<T, Index>(i, v, expected);
  EXPECT_EQ(f::vector_finish(sums, 19, result.data(), 1), ISOBIT_INVALID_ARGUMENT);
  ASSERT_EQ(f::vector_finish(sums, 20, result.data(), 1), ISOBIT_OK);
  EXPECT_EQ(expected, result);
  for (auto* one : {first, second}) isobit_assembler_destroy(one);
  for (auto* one : {sums, others}) isobit_vector_assembler_destroy(one);
  isobit_coo_pattern_destroy(pattern);
}

TEST(c_sparse, assembles_what_comes_one_after_another) {
  check_assemblers<float, std::int32_t>(), check_assemblers<float, std::int64_t>();
  check_assemblers<double, std::int32_t>(), check_assemblers<double, std::int64_t>();
  check_assemblers<std::complex<float>, std::int32_t>(), check_assemblers<std::complex<float>, std::int64_t>();
  check_assemblers<std::complex<double>, std::int32_t>(), check_assemblers<std::complex<double>, std::int64_t>();
}

TEST(c_sparse, refuses_assemblers_that_do_not_fit) {
  isobit_assembler *a = nullptr, *other = nullptr;
  EXPECT_EQ(isobit_dassembler(-1, 2, &a), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_dassembler(2, 2, nullptr), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_dassembler_add(a, 0, 0, 1.0), ISOBIT_INVALID_ARGUMENT);
  ASSERT_EQ(isobit_dassembler(2, 2, &a), ISOBIT_OK);
  ASSERT_EQ(isobit_dassembler(2, 3, &other), ISOBIT_OK);
  EXPECT_EQ(isobit_dassembler_add(a, 2, 0, 1.0), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_dassembler_merge(a, other), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_sassembler_add(a, 0, 0, 1.0F), ISOBIT_INVALID_ARGUMENT);
  EXPECT_STREQ(isobit_last_error(),
               "isobit: invalid argument: of other numbers or indices than the function is for; its name says which");
  EXPECT_EQ(isobit_dassembler_add_64(a, 0, 0, 1.0), ISOBIT_INVALID_ARGUMENT);
  isobit_assembler_destroy(a);
  isobit_assembler_destroy(other);
  isobit_assembler_destroy(nullptr);
}

TEST(c_sparse, refuses_what_cannot_be) {
  std::vector<std::int32_t> offsets{0, 1, 2}, indices{0, 1};
  std::vector<double> const values{1, 2}, x{1, 1};
  std::vector<double> y{7, 7};
  auto const multiply = [&](isobit_transpose op, std::ptrdiff_t rows, double const* from, double* to) {
    return isobit_dcsrmv(op, rows, 2, 1.0, offsets.data(), indices.data(), values.data(), from, 1, 0.0, to, 1, 0);
  };
  EXPECT_EQ(multiply(ISOBIT_NO_TRANSPOSE, -1, x.data(), y.data()), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(multiply(static_cast<isobit_transpose>(5), 2, x.data(), y.data()), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(multiply(ISOBIT_NO_TRANSPOSE, 2, nullptr, y.data()), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(multiply(ISOBIT_TRANSPOSE, 2, y.data(), y.data()), ISOBIT_INVALID_ARGUMENT);
  indices[1] = 2;
  EXPECT_EQ(multiply(ISOBIT_NO_TRANSPOSE, 2, x.data(), y.data()), ISOBIT_INVALID_ARGUMENT);
  EXPECT_STREQ(isobit_last_error(),
               "isobit::sparse: row 1 has an entry in column 2, and there are 2 columns, numbered from 0");
  offsets[2] = -1;
  EXPECT_EQ(multiply(ISOBIT_NO_TRANSPOSE, 2, x.data(), y.data()), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(y, (std::vector<double>{7, 7}));
  std::size_t entries = 9;
  indices = {0, -1};
  offsets = {5, 5, 5};
  EXPECT_EQ(isobit_dfrom_triplets(2, 2, 2, indices.data(), indices.data(), values.data(), 2, offsets.data(),
                                  indices.data(), y.data(), &entries, 0),
            ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_dfrom_triplets(2, 2, 0, nullptr, nullptr, nullptr, 0, nullptr, nullptr, nullptr, &entries, 0),
            ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_dscatter_add(2, indices.data(), values.data(), 2, y.data(), 0), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(entries, 9U);
  EXPECT_EQ(offsets, (std::vector<std::int32_t>{5, 5, 5}));
  EXPECT_EQ(y, (std::vector<double>{7, 7}));
  EXPECT_EQ(isobit_dfrom_triplets(2, 2, 0, nullptr, nullptr, nullptr, 0, offsets.data(), nullptr, nullptr, &entries, 0),
            ISOBIT_OK);
  EXPECT_EQ(entries, 0U);
  EXPECT_EQ(offsets, (std::vector<std::int32_t>{0, 0, 0}));
}

}  // namespace
}  // namespace isobit::test
