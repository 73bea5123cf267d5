#include "linalg/check.hpp"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/check.hpp"

namespace isobit::test {
namespace {

using linalg::index, linalg::matrix_view, linalg::vector_view, linalg::require_disjoint, linalg::require_output;
using linalg::detail::meeting;

std::string message_of(auto body) {
  try {
    body();
  } catch (error const& e) {
    EXPECT_EQ(e.code(), status::invalid_argument);
    return e.what();
  }
  return "";
}

matrix_view<double const> random_view(random_source& random, double const* middle) {
  // One draw a statement: the order in which arguments are evaluated differs between compilers.
  index const rows = random.between(0, 4), columns = random.between(0, 4);
  index const row_stride = random.coin() ? 1 : random.between(-6, 6);
  index const column_stride = random.coin() ? 5 : random.between(-6, 6);
  return {middle + random.between(-8, 8), rows, columns, row_stride, column_stride};
}

std::multiset<double const*> elements(matrix_view<double const> const& m) {
  std::multiset<double const*> all;
  for (index i = 0; i < m.rows; ++i)
    for (index j = 0; j < m.columns; ++j) all.insert(&m.at(i, j));
  return all;
}

TEST(linalg_check, an_output_that_overlaps_itself_is_refused_and_no_other) {
  std::vector<double> memory(200);
  random_source random(first_seed());
  for (int i = 0; i < 20000; ++i) {
    auto const m = random_view(random, memory.data() + 100);
    auto const all = elements(m);
    bool const twice = std::set<double const*>(all.begin(), all.end()).size() != all.size();
    bool const refused = !message_of([&] { require_output("gemm", "c", m); }).empty();
    ASSERT_EQ(twice, refused) << m.rows << "x" << m.columns << ", strides " << m.row_stride << ", " << m.column_stride;
  }
}

TEST(linalg_check, a_common_element_is_found_and_equal_strides_are_decided) {
  std::vector<double> memory(200);
  random_source random(first_seed() + 1);
  std::size_t decided = 0, apart = 0;
  for (int i = 0; i < 50000; ++i) {
    auto const a = random_view(random, memory.data() + 100);
    auto b = random_view(random, memory.data() + 100);
    bool const alike = random.coin();
    if (alike) b.row_stride = a.row_stride, b.column_stride = a.column_stride;
    if (alike && random.coin()) b = transposed(b);
    bool common = false;
    auto const first = elements(a), second = elements(b);
    for (auto const* p : first) common |= second.count(p) != 0;
    auto const answer = meet(linalg::detail::footprint_of(a), linalg::detail::footprint_of(b));
    if (answer == meeting::none) {
      ASSERT_FALSE(common) << i;
    }
    if (answer == meeting::some) {
      ASSERT_TRUE(common) << i;
    }
    bool const own_overlap = a.row_stride == a.column_stride || a.row_stride == -a.column_stride;
    if (alike && !own_overlap) {
      ASSERT_NE(answer, meeting::unknown) << i;
    }
    decided += answer != meeting::unknown;
    apart += answer == meeting::none && !first.empty() && !second.empty();
  }
  EXPECT_GT(decided, 25000u);
  EXPECT_GT(apart, 5000u);
}

TEST(linalg_check, blocks_rows_and_columns_of_one_matrix_are_told_apart) {
  std::vector<double> values(20 * 30);
  auto const m = linalg::column_major(values.data(), 20, 30);
  auto const lower = m.block(10, 0, 10, 30), upper = m.block(0, 0, 10, 30);
  EXPECT_NO_THROW(require_disjoint("gemm", "c", lower, "a", upper));
  EXPECT_NO_THROW(require_disjoint("gemm", "c", lower, "a", transposed(upper)));
  EXPECT_NO_THROW(require_disjoint("gemv", "y", m.column(3), "a", m.block(0, 4, 20, 5)));
  EXPECT_NO_THROW(require_disjoint("gemv", "y", m.block(10, 3, 10, 1).column(0), "x", m.row(3)));
  auto const message = message_of([&] { require_disjoint("gemm", "c", m.block(9, 0, 3, 3), "a", upper); });
  EXPECT_EQ(message, "isobit::linalg::gemm: c is written and has elements of a, which is read; give it a copy of a");
  auto const diagonal = vector_view<double>(values.data(), 20, 21);
  EXPECT_NE(message_of([&] { require_disjoint("gemv", "y", diagonal, "a", m); }).find("copy of a"), std::string::npos);
}

TEST(linalg_check, sizes_and_conjugates_are_named) {
  EXPECT_NO_THROW(linalg::require_equal("gemm", 3, "the number of columns of a", 3, "the number of rows of b"));
  EXPECT_EQ(
      message_of([] { linalg::require_equal("gemm", 3, "the number of columns of a", 4, "the number of rows of b"); }),
      "isobit::linalg::gemm: the number of columns of a is 3 and the number of rows of b is 4; they must be equal");
  std::vector<double> values(4);
  vector_view<double> v(values);
  EXPECT_NO_THROW(require_output("scal", "x", v));
  v.conjugate = true;
  EXPECT_NE(message_of([&] { require_output("scal", "x", v); }).find("conjugate the inputs"), std::string::npos);
}

}  // namespace
}  // namespace isobit::test
