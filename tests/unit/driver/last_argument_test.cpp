// Where a call runs is its last argument, for every call that may use several threads: each is handed a driver that
// counts, and must run its parts on that one.

#include <algorithm>
#include <complex>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/execution.hpp>
#include <isobit/isobit.hpp>
#include <isobit/linalg.hpp>
#include <isobit/math.hpp>

namespace isobit::test {
namespace {

/// Two parts of anything, one after the other.
class counting {
public:
  [[nodiscard]] std::size_t parts(std::size_t elements) const noexcept { return elements < 2 ? 1 : 2; }
  void run(std::size_t parts, task_ref body) const {
    ++runs;
    for (std::size_t part = 0; part < parts; ++part) body(part);
  }
  mutable int runs = 0;
};
static_assert(driver<counting>);

class last_argument : public testing::Test {
protected:
  static constexpr std::size_t n = 256;
  std::vector<double> x = filled(n * n, 1), y = filled(n * n, 2), z = std::vector<double>(n * n);
  std::vector<std::complex<double>> c = std::vector<std::complex<double>>(n * n, {1, 2});
  counting on;

  static std::vector<double> filled(std::size_t count, double start) {
    std::vector<double> v(count);
    for (std::size_t i = 0; i < count; ++i) v[i] = start + static_cast<double>((i * 37) % 101) / 7;
    return v;
  }
  /// The call used the driver, and the driver changes nothing.
  template <class Call> void check(char const* name, Call call) {
    on.runs = 0;
    auto const counted = call(driver_ref(on));
    EXPECT_GT(on.runs, 0) << name << " did not run on the driver it was given";
    EXPECT_EQ(counted, call(driver_ref(serial()))) << name;
  }
  /// One that writes z.
  template <class Call> void check_output(char const* name, Call call) {
    check(name, [&](driver_ref where) {
      z = y;
      call(where);
      return z;
    });
  }
  [[nodiscard]] linalg::matrix_view<double> square(std::vector<double>& v) const {
    return row_major(v.data(), static_cast<linalg::index>(n), static_cast<linalg::index>(n));
  }
};

TEST_F(last_argument, of_sums) {
  check("sum", [&](driver_ref where) { return sum(x, where); });
  check("complex sum", [&](driver_ref where) { return sum(c, where); });
  check("exact_sum", [&](driver_ref where) { return exact_sum(x, where); });
  check("dot", [&](driver_ref where) { return dot(x, y, where); });
  check("complex dot", [&](driver_ref where) { return conjugated_dot(c, c, where); });
  check("asum", [&](driver_ref where) { return asum(x, where); });
  check("squared_norm", [&](driver_ref where) { return squared_norm(x, where); });
  check("nrm2", [&](driver_ref where) { return nrm2(x, where); });
  check("mean", [&](driver_ref where) { return mean(x, where); });
  check("variance", [&](driver_ref where) { return variance(x, where); });
  check("variance of a population", [&](driver_ref where) { return variance(x, 0, where); });
  check("another type", [&](driver_ref where) { return sum<float>(x, where); });
}

TEST_F(last_argument, of_scans_keys_and_columns) {
  check_output("inclusive_scan", [&](driver_ref where) { isobit::inclusive_scan(x, z, where); });
  check_output("exclusive_scan", [&](driver_ref where) { isobit::exclusive_scan(x, z, where); });
  std::vector<int> keys(x.size());
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<int>(i % 300);
  check("sum_by_key", [&](driver_ref where) { return sum_by_key(keys, x, where); });
  std::vector<std::size_t> offsets(n + 1);
  for (std::size_t i = 0; i <= n; ++i) offsets[i] = i * n;
  check("segmented_sum", [&](driver_ref where) { return segmented_sum(x, offsets, where); });
  std::vector<double const*> const rows = {x.data(), y.data(), x.data()};
  check_output("sum_columns", [&](driver_ref where) { sum_columns(rows, z, where); });
}

TEST_F(last_argument, of_methods_and_trees) {
  check("binned", [&](driver_ref where) { return sum<binned<double, 3>>(x, where); });
  check("binned dot", [&](driver_ref where) { return dot<binned<double, 3>>(x, y, where); });
  auto const blocks = filled(std::size_t{1} << 18, 3);
  check("plan", [&](driver_ref where) { return sum<kahan<double>>(blocks, fixed_lanes(), where); });
  check("state", [&](driver_ref where) { return reduce<binned<double, 2>>(x, where).round(); });
  check("tree_sum", [&](driver_ref where) { return tree_sum(x, where); });
  check("tree_reduce", [&](driver_ref where) { return tree_reduce(x, std::minus<>(), where); });
  check("tree_reduce of a projection",
        [&](driver_ref where) { return tree_reduce(x, std::minus<>(), std::negate<>(), where); });
}

TEST_F(last_argument, of_functions) {
  check_output("exp", [&](driver_ref where) { cr::exp(x, z, where); });
  check_output("pow", [&](driver_ref where) { cr::pow(x, y, z, where); });
}

TEST_F(last_argument, of_linear_algebra) {
  using namespace linalg;
  check_output("gemm", [&](driver_ref where) { gemm(1.0, square(x), square(y), 1.0, square(z), where); });
  check_output("gemv", [&](driver_ref where) {
    gemv(1.0, square(x), vector_view(y.data(), n), 0.0, vector_view(z.data(), n), where);
  });
  check_output("trsm",
               [&](driver_ref where) { trsm(triangle::lower, diagonal::ones, 1.0, square(x), square(z), where); });
  std::vector<index> pivots(n);
  check_output("lu", [&](driver_ref where) { (void)lu(square(z), pivots, where); });
  check_output("lu in blocks", [&](driver_ref where) { (void)lu(square(z), pivots, block_size{16}, where); });
  std::vector<double> column(n);
  check("solve", [&](driver_ref where) {
    z = x;
    column.assign(n, 1);
    for (std::size_t i = 0; i < n; ++i) z[i * n + i] += 1000;
    solve(square(z), as_column(vector_view<double>(column)), where);
    return column;
  });
  check_output("matrix_product", [&](driver_ref where) { matrix_product(square(x), square(y), square(z), where); });
  check_output("matrix_product with an addend",
               [&](driver_ref where) { matrix_product(square(x), square(y), square(y), square(z), where); });
  check("linalg::dot", [&](driver_ref where) { return linalg::dot(view_of(x), y, where); });
}

TEST_F(last_argument, of_a_dot_is_clear_among_both_namespaces) {
  using namespace linalg;
  double const expected = isobit::dot(x, y);
  EXPECT_EQ(dot(view_of(x), view_of(y)), expected);
  EXPECT_EQ(dot(x, y, serial()), expected);
  EXPECT_EQ(dotc(x, y), expected);
}

TEST_F(last_argument, may_be_a_policy_of_the_standard) {
  double const expected = sum(x);
  EXPECT_EQ(sum(x, std::execution::seq), expected);
  EXPECT_EQ(sum(x, std::execution::par), expected);
  EXPECT_EQ(sum(x, std::execution::par_unseq), expected);
  EXPECT_EQ(sum(x, std::execution::unseq), expected);
  EXPECT_EQ(dot(x, y, std::execution::par), dot(x, y));
  EXPECT_EQ(variance(x, 0, std::execution::par), variance(x, 0));
  EXPECT_EQ(sum<binned<double>>(x, std::execution::par), sum<binned<double>>(x));
  EXPECT_EQ(tree_reduce(x, std::plus<>(), std::execution::par), tree_reduce(x, std::plus<>()));
  linalg::matrix_product(square(x), square(y), square(z), std::execution::par);
  bool read = false;
  auto const source = stream_of<double>([&](std::span<double> buffer) {
    std::size_t const count = read ? 0 : std::min<std::size_t>(buffer.size(), 5);
    std::copy_n(x.begin(), count, buffer.begin());
    read = true;
    return count;
  });
  EXPECT_EQ(sum<exact>(source, std::execution::par), sum(std::span(x).first(5)));
  EXPECT_EQ(driver_ref(std::execution::seq).parts(1 << 30), 1u);
  EXPECT_EQ(driver_ref(std::execution::par).parts(1 << 30), automatic().parts(1 << 30));
}

}  // namespace
}  // namespace isobit::test
