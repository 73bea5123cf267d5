// The kernels of every instruction set and of every variant of one, whichever this machine takes by itself: a row is
// rounded as its definition says, or left open; and rows of data that are alike are not left open.
#include "sparse/row_table.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "arithmetic/dispatch.hpp"
#include "arithmetic/environment.hpp"
#include "support/sparse_matrices.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse::kernel {
#define ISOBIT_TABLE_TYPE row_table
#define ISOBIT_KERNELS kernels_of_rows
#include "arithmetic/kernels_of_sets.hpp"
#if defined(ISOBIT_HAS_avx512_halves)
namespace avx512_halves {
extern row_table const kernels_of_rows;
}  // namespace avx512_halves
#endif
}  // namespace sparse::kernel
ISOBIT_NAMESPACE_END

namespace isobit::test {
namespace {

/// visit(name, kernels) for all that this machine can run.
template <class Visit> void for_each_table(Visit visit) {
  for (auto const& [set, kernels] : sparse::kernel::kernels_of_rows_of_sets)
    if (arithmetic::is_available(set)) visit(std::string(name(set)), *kernels);
#if defined(ISOBIT_HAS_avx512_halves)
  if (arithmetic::is_available(instruction_set::avx512))
    visit("avx512_halves", sparse::kernel::avx512_halves::kernels_of_rows);
#endif
}

/// How many rows are left open.
template <class T, class Index, class Offset>
index check_rows(sparse::row_table const& kernels, csr_matrix<T, Index, Offset> const& a, std::vector<T> const& x,
                 sparse::row_scale& scale) {
  std::vector<T> y(static_cast<std::size_t>(a.rows));
  std::vector<index> open(y.size() + 8);
  index const count = in_standard_environment([&](environment_guard&) {
    return kernels.find<T, Index, Offset>().round(a.view(), 0, a.rows, x.data(), y.data(), open.data(), scale);
  });
  std::vector<bool> is_open(y.size());
  for (index k = 0; k < count; ++k) is_open[static_cast<std::size_t>(open[static_cast<std::size_t>(k)])] = true;
  for (index row = 0; row < a.rows; ++row) {
    if (is_open[static_cast<std::size_t>(row)]) continue;
    reference::entry<T> entry;
    for_each_entry_of_row(
        a, row, [&](index, index column, T value) { entry.add_product(value, x[static_cast<std::size_t>(column)]); });
    EXPECT_TRUE(same(entry.round(), y[static_cast<std::size_t>(row)])) << "row " << row << " of " << a.rows;
  }
  return count;
}

template <class T, class Index, class Offset> void check_classes(std::size_t count) {
  auto const classes = data_classes<T>();
  for_each_case<T>(count, [&](random_source& random, data_class<T> const& kind) {
    index const columns = random.between(1, 50);
    auto const a = random_matrix<T, Index, Offset>(random, kind, random.between(1, 70), columns);
    auto const x = elements<T>(random.coin() ? kind : classes[random.below(classes.size())], random, columns);
    for_each_table([&](std::string const& set, sparse::row_table const& kernels) {
      SCOPED_TRACE(set);
      sparse::row_scale scale;
      check_rows(kernels, a, x, scale);
      check_rows(kernels, a, x, scale);  // at the scale that was found
    });
  });
}

TEST(row_kernels, round_rows_or_leave_them_open) {
  check_classes<double, std::int32_t, std::int32_t>(4);
  check_classes<double, std::int32_t, std::int64_t>(2);
  check_classes<double, std::int64_t, std::int64_t>(2);
  check_classes<float, std::int32_t, std::int32_t>(2);
  check_classes<float, std::int64_t, std::int64_t>(2);
}

double some_number(random_source& random, int spread) {
  return make_number<double>(random.coin(), random.next() >> 12 | std::uint64_t{1} << 52,
                             random.between(-spread, spread) - 52);
}
/// Rows of one length, of numbers of all bits and of exponents from -spread to spread.
csr_matrix<double> rows_alike(random_source& random, index rows, index length, int spread) {
  csr_matrix<double> a;
  a.rows = a.columns = rows;
  for (index i = 0; i < rows; ++i) {
    for (index k = 0; k < length; ++k) {
      a.indices.push_back(static_cast<std::int32_t>(random.below(static_cast<std::size_t>(rows))));
      a.values.push_back(some_number(random, spread));
    }
    a.offsets.push_back(static_cast<std::int32_t>(a.indices.size()));
  }
  return a;
}

/// A common scale, then one for each row where numbers are wide, then again a common one: next to nothing is left to
/// the definition.
TEST(row_kernels, find_their_scale_and_leave_few_rows_open) {
  random_source random(first_seed());
  constexpr index rows = 1600;
  std::vector<double> x(rows);
  for (double& one : x) one = some_number(random, 1);
  for (index const length : {1, 7, 9, 27, 129}) {
    auto const narrow = rows_alike(random, rows, length, 1), wide = rows_alike(random, rows, length, 100);
    for_each_table([&](std::string const& set, sparse::row_table const& kernels) {
      SCOPED_TRACE(set + ", " + std::to_string(length) + " in a row");
      sparse::row_scale scale;
      EXPECT_LT(check_rows(kernels, narrow, x, scale), rows / 10);
      EXPECT_EQ(scale.pauses, 0);
      EXPECT_LT(check_rows(kernels, wide, x, scale), rows / 10);
      EXPECT_TRUE(scale.failures > 2 || length > 8);  // the largest of many are alike
      EXPECT_LT(check_rows(kernels, narrow, x, scale), rows / 10);
      EXPECT_EQ(scale.pauses, 0);
    });
  }
}

}  // namespace
}  // namespace isobit::test
