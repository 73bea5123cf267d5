// Every solver with every preconditioner: residuals, their number and the solution are the same bits on any number of
// threads, on any number of parts that own the rows in any way, and for any order of entries within rows.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/check.hpp"
#include "support/parts_space.hpp"
#include "support/systems.hpp"

namespace isobit::test {
namespace {

template <class T> struct answer {
  solver::report report;
  std::vector<T> x;
};

template <class T> testing::AssertionResult same(answer<T> const& expected, answer<T> const& actual) {
  if (expected.report.how != actual.report.how)
    return testing::AssertionFailure() << solver::name_of(expected.report.how) << " became "
                                       << solver::name_of(actual.report.how);
  if (auto const result = same_bits(expected.report.history, actual.report.history); !result)
    return testing::AssertionFailure() << "history: " << result.message();
  return same_bits(parts_of(expected.x), parts_of(actual.x));
}

solver::options const few{.tolerance = 1e-6, .most_iterations = 25, .restart = 7};

template <class T>
answer<T> solve_here(named_method<T> const& method, make_preconditioner<T> const& make, sparse::csr_matrix<T> const& a,
                     std::vector<T> const& b, kept_driver const& on) {
  solver::local_space<T> const here(a.rows, on);
  solver::csr_map const map(here, a.view());
  auto const m = make(here, a.view());
  answer<T> result{{}, std::vector<T>(b.size(), T(0.25))};
  result.report = method.solve({here, map, b, result.x, m.get()}, few);
  return result;
}

/// Which part owns each row: neighbours together, in turn, or at random; and the order in which parts have their rows.
struct distribution {
  std::vector<std::size_t> owner;
  std::vector<std::int64_t> order;
};
distribution distribute(random_source& random, std::size_t rows, std::size_t parts, int kind) {
  distribution d;
  for (std::size_t row = 0; row < rows; ++row) {
    d.owner.push_back(kind == 0 ? row * parts / rows : kind == 1 ? row % parts : random.below(parts));
    d.order.push_back(static_cast<std::int64_t>(row));
  }
  if (kind == 2) random.shuffle(std::span(d.order));
  return d;
}

template <class T>
answer<T> solve_in_parts(named_method<T> const& method, make_preconditioner<T> const& make,
                         sparse::csr_matrix<T> const& a, std::vector<T> const& b, std::size_t parts,
                         distribution const& d) {
  answer<T> result{{}, std::vector<T>(b.size())};
  for_each_part_of(a, d.owner, d.order, parts, [&](matrix_part<T> const& part, parts_space<T> const& where) {
    std::vector<T> mine, x(part.owned, T(0.25));
    for (std::size_t i = 0; i < part.owned; ++i) mine.push_back(b[static_cast<std::size_t>(part.rows[i])]);
    solver::csr_map const map(where, part.a.view());
    auto const m = make(where, part.a.view());
    auto const report = method.solve({where, map, mine, x, m.get()}, few);
    for (std::size_t i = 0; i < part.owned; ++i) result.x[static_cast<std::size_t>(part.rows[i])] = x[i];
    if (d.owner[0] == (part.owned == 0 ? parts : d.owner[static_cast<std::size_t>(part.rows[0])]))
      result.report = report;
  });
  return result;
}

template <class T> void check_all(sparse::csr_matrix<T> const& a, bool is_symmetric) {
  random_source random(first_seed());
  auto const b = random_vector<T>(random, static_cast<std::size_t>(a.rows));
  auto shuffled = a;
  for (std::size_t row = 0; row < b.size(); ++row)
    for (auto k = static_cast<std::size_t>(a.offsets[row + 1]), first = static_cast<std::size_t>(a.offsets[row]);
         k > first + 1; --k) {
      auto const other = first + random.below(k - first);
      std::swap(shuffled.indices[k - 1], shuffled.indices[other]);
      std::swap(shuffled.values[k - 1], shuffled.values[other]);
    }
  constexpr std::size_t part_counts[] = {1, 2, 3, 5, 8}, all_cuts = 15;
  std::size_t cuts = 0;
  for (auto const& method : every_method<T>())
    for (auto const& [name, make] : every_preconditioner<T>()) {
      if (!is_symmetric && (method.needs_symmetry || name == "ic0" || name == "multigrid")) continue;
      SCOPED_TRACE(method.name + " with " + name);
      auto const expected = solve_here(method, make, a, b, serial());
      EXPECT_GT(expected.report.iterations, 1);
      for (std::size_t count = 2; count <= 4; ++count)
        EXPECT_TRUE(same(expected, solve_here(method, make, count == 3 ? a : shuffled, b, forced_parts{count})));
      for (std::size_t k = 0; k < std::min(all_cuts, scaled_count(all_cuts)); ++k) {
        // Other cuts for each, where there is no time for all.
        std::size_t const cut = cuts++ % all_cuts, parts = part_counts[cut / 3];
        int const kind = static_cast<int>(cut % 3);
        auto const d = distribute(random, b.size(), parts, kind);
        EXPECT_TRUE(same(expected, solve_in_parts(method, make, kind == 1 ? shuffled : a, b, parts, d)))
            << parts << " parts, distribution " << kind;
      }
    }
}

TEST(solver_decomposition, does_not_show_in_bounds) {
  random_source random(first_seed());
  auto const a = random_definite<double>(random, 70, 5);
  auto const expected = solver::lanczos_bounds(solver::local_space<double>(70, forced_parts{2}), a.view());
  for (std::size_t const parts : {1, 2, 3, 5})
    for (int kind = 0; kind < 3; ++kind) {
      auto const d = distribute(random, 70, parts, kind);
      for_each_part_of(a, d.owner, d.order, parts, [&](matrix_part<double> const& part, auto const& where) {
        auto const actual = solver::lanczos_bounds<double>(where, part.a.view());
        EXPECT_TRUE(same_bits(expected.lower, actual.lower));
        EXPECT_TRUE(same_bits(expected.upper, actual.upper));
      });
    }
}

TEST(solver_decomposition, does_not_show_double) {
  check_all(five_points<double>(9, 0.3), true);
  check_all(five_points<double>(7, 1.7, 0.4), false);
}
TEST(solver_decomposition, does_not_show_float) { check_all(five_points<float>(7, 0.3), true); }
TEST(solver_decomposition, does_not_show_complex) {
  check_all(turned(five_points<double>(5, 0.3)), true);
  check_all(turned(five_points<double>(5, 1.7, 0.4), {0.1, 0.5}), false);
}
TEST(solver_decomposition, does_not_show_in_random_matrices) {
  random_source random(first_seed());
  check_all(random_definite<double>(random, 60, 5), true);
}

/// Dots that are computed when everything has been written.
template <class T> class late_dots final : public solver::space<T> {
public:
  explicit late_dots(solver::local_space<T> const& here) : here_(here) {}
  [[nodiscard]] solver::index owned() const noexcept override { return here_.owned(); }
  [[nodiscard]] solver::index ghosts() const noexcept override { return 0; }
  [[nodiscard]] std::span<std::int64_t const> rows() const noexcept override { return here_.rows(); }
  [[nodiscard]] std::int64_t all_rows() const noexcept override { return here_.all_rows(); }
  void update(std::span<T>) const override {}
  void update(std::span<solver::index const>, std::span<T>) const override {}
  void dots(std::span<solver::factors<T> const> of, std::span<T> results) const override {
    for (std::size_t k = 0; k < of.size(); ++k)
      results[k] = isobit::dot(conjugated(vector_view<T const>(of[k].x)), of[k].y);
  }
  [[nodiscard]] std::int64_t largest(std::int64_t mine) const override { return mine; }

private:
  solver::local_space<T> const& here_;
};

/// So many rows that vectors are written and added up block by block.
template <class T> void check_blocks(sparse::csr_matrix<T> const& a) {
  random_source random(first_seed());
  auto const b = random_vector<T>(random, static_cast<std::size_t>(a.rows));
  for (std::size_t const parts : {1, 3}) {
    solver::local_space<T> const here(a.rows, forced_parts{parts});
    solver::csr_map const map(here, a.view());
    for (auto const& method : every_method<T>())
      for (auto const& m :
           {solver::preconditioner<T>(), solver::jacobi(here, a.view()), solver::ssor(here, a.view())}) {
        SCOPED_TRACE(method.name + " in " + std::to_string(parts));
        answer<T> late{{}, std::vector<T>(b.size())}, now = late;
        late.report = method.solve({late_dots<T>(here), map, b, late.x, m.get()}, few);
        now.report = method.solve({here, map, b, now.x, m.get()}, few);
        EXPECT_GT(now.report.iterations, 5);
        EXPECT_TRUE(same(late, now));
      }
  }
}
TEST(solver_decomposition, does_not_show_in_blocks) {
  check_blocks(five_points<double>(60, 0.3));
  check_blocks(five_points<float>(50, 0.3));
  check_blocks(turned(five_points<double>(50, 0.3)));
}

/// The test can fail: sums that are not exact depend on the parts.
TEST(solver_decomposition, shows_in_plain_sums) {
  class plain final : public solver::space<double> {
  public:
    plain(solver::local_space<double> const& here, std::size_t parts) : here_(here), parts_(parts) {}
    [[nodiscard]] solver::index owned() const noexcept override { return here_.owned(); }
    [[nodiscard]] solver::index ghosts() const noexcept override { return 0; }
    [[nodiscard]] std::span<std::int64_t const> rows() const noexcept override { return here_.rows(); }
    [[nodiscard]] std::int64_t all_rows() const noexcept override { return here_.all_rows(); }
    void update(std::span<double>) const override {}
    void update(std::span<solver::index const>, std::span<double>) const override {}
    void dots(std::span<solver::factors<double> const> of, std::span<double> results) const override {
      for (std::size_t k = 0; k < of.size(); ++k) {
        std::vector<double> sums(parts_);
        for (std::size_t i = 0; i < of[k].x.size(); ++i) sums[i % parts_] += of[k].x[i] * of[k].y[i];
        results[k] = 0;
        for (double const sum : sums) results[k] += sum;
      }
    }
    [[nodiscard]] std::int64_t largest(std::int64_t mine) const override { return mine; }

  private:
    solver::local_space<double> const& here_;
    std::size_t parts_;
  };
  auto const a = five_points<double>(9, 0.3);
  random_source random(first_seed());
  auto const b = random_vector<double>(random, 81);
  solver::local_space<double> const here(81);
  solver::csr_map const map(here, a.view());
  answer<double> one{{}, std::vector<double>(81)}, three = one;
  one.report = solver::cg(plain(here, 1), map, b, one.x, nullptr, few);
  three.report = solver::cg(plain(here, 3), map, b, three.x, nullptr, few);
  EXPECT_FALSE(same(one, three));
}

}  // namespace
}  // namespace isobit::test
