// Kernels that a processor takes for what it is good at, of every instruction set that this machine has, whichever it
// takes by itself.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "arithmetic/dispatch.hpp"
#include "arithmetic/environment.hpp"
#include "linalg/gemv_table.hpp"
#include "linalg/sliced_product.hpp"
#include "support/make_number.hpp"
#include "support/products.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel {
#define ISOBIT_TABLE_TYPE gemm_table
#define ISOBIT_KERNELS gemm_kernels
#include "arithmetic/kernels_of_sets.hpp"
#define ISOBIT_TABLE_TYPE gemv_table
#define ISOBIT_KERNELS gemv_kernels
#include "arithmetic/kernels_of_sets.hpp"
}  // namespace linalg::kernel
ISOBIT_NAMESPACE_END

namespace isobit::test {
namespace {

using linalg::index;

/// visit(kernels) for all of a family that this machine can run.
template <class Tables, class Visit> void for_each_table(Tables const& tables, Visit visit) {
  for (auto const& [set, kernels] : tables) {
    SCOPED_TRACE(std::string(name(set)));
    if (arithmetic::is_available(set)) visit(*kernels);
  }
}

/// Columns of short sums by a table, of which it leaves some to others; returns how many it left.
template <class T> index check_short_product(linalg::gemm_table const& kernels, product_problem<T> const& problem) {
  auto const& shape = problem.elements.shape;
  auto const &left = problem.elements.left, &right = problem.elements.right;
  std::vector<T> result(problem.sums.size());
  auto const c = column_major(result.data(), shape.rows, shape.columns);
  index const done = in_standard_environment([&](environment_guard&) {
    return linalg::sliced_product<T>(kernels).multiply(T(1), row_major(left.data(), shape.rows, shape.depth),
                                                       column_major(right.data(), shape.depth, shape.columns), T(0), c);
  });
  for (index j = 0; j < done; ++j)
    for (index i = 0; i < shape.rows; ++i) {
      T const expected = problem.expected(i, j, T(1), T(0), T(0));
      EXPECT_TRUE(identical(expected, c.at(i, j))) << shown(expected) << " and " << shown(c.at(i, j)) << " of "
                                                   << shape.rows << " x " << shape.columns << ", depth " << shape.depth;
    }
  return shape.columns - done;
}

template <class T> void check_cut_products() {
  random_source random(first_seed());
  index const most = linalg::most_sliced_depth / static_cast<index>(linalg::parts_of<T>);
  index columns = 0, left = 0;
  for (std::size_t kind = 0; kind < matrix_kinds<linalg::real_of<T>>().size(); ++kind)
    for (index const depth : {index{1}, index{random.between(2, 40)}, most}) {
      product_problem<T> const problem(kind, random, {random.between(1, 33), random.between(1, 20), depth});
      for_each_table(linalg::kernel::gemm_kernels_of_sets, [&](linalg::gemm_table const& of_set) {
        linalg::gemm_table kernels = of_set;
        kernels.sliced_f64 = kernels.cutting_f64;
        left += check_short_product(kernels, problem);
        columns += problem.elements.shape.columns;
      });
    }
  EXPECT_LT(left, columns * 3 / 4);  // which happens where data are hard
}

TEST(chosen_kernels, short_sums_whose_products_are_cut) {
  check_cut_products<double>();
  check_cut_products<std::complex<double>>();
}

/// The sums of some rows, by one of the kernels.
struct row_sums {
  std::vector<double> high, low, bound;
  template <class T, class Kernel>
  row_sums(Kernel kernel, std::vector<T> const& a, index rows, index length, std::vector<double> const& x)
      : high(linalg::most_lanes), low(high), bound(high) {
    std::vector<T const*> at;
    for (index i = 0; i < rows; ++i) at.push_back(a.data() + i * length);
    in_standard_environment([&](environment_guard&) {
      kernel(rows, at.data(), length, x.data(), {high.data(), low.data(), bound.data()});
      return true;
    });
  }
};

/// Rows that are read in turn have the sums that they have side by side.
template <class T, class Kernel> void check_rows_in_turn(Kernel side_by_side, Kernel in_turn, index lanes) {
  random_source random(first_seed());
  for (index const length : {1, 63, 64, 2047, 2048, 2049, 5003})
    for (index rows = 1; rows <= lanes; ++rows) {
      std::vector<T> a(static_cast<std::size_t>(rows * length));
      std::vector<double> x(static_cast<std::size_t>(length + linalg::gemv_width * lanes));
      for (T& one : a) one = random_number<T>(random, -40, 0);
      for (index i = 0; i < length; ++i) x[static_cast<std::size_t>(i)] = random_number<T>(random, -40, 0);
      row_sums const expected(side_by_side, a, rows, length, x), found(in_turn, a, rows, length, x);
      EXPECT_TRUE(same_bits(expected.high, found.high)) << rows << " rows of " << length;
      EXPECT_TRUE(same_bits(expected.low, found.low)) << rows << " rows of " << length;
      EXPECT_TRUE(same_bits(expected.bound, found.bound)) << rows << " rows of " << length;
    }
}

TEST(chosen_kernels, rows_in_turn_and_side_by_side) {
  for_each_table(linalg::kernel::gemv_kernels_of_sets, [](linalg::gemv_table const& kernels) {
    check_rows_in_turn<double>(kernels.rows_f64, kernels.rows_in_turn_f64, kernels.lanes);
    check_rows_in_turn<float>(kernels.rows_f32, kernels.rows_in_turn_f32, kernels.lanes);
  });
}

}  // namespace
}  // namespace isobit::test
