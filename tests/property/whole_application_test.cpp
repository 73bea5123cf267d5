// What docs/guide/whole_applications.md says of programs: plain arithmetic gives several results, its replacement one.
#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>
#include <isobit/math.hpp>
#include <isobit/sparse.hpp>

#include "support/check.hpp"
#include "support/random.hpp"
#include "support/results.hpp"

namespace isobit::test {
namespace {

std::vector<double> numbers(std::size_t count) {
  random_source random(first_seed());
  std::vector<double> values(count);
  for (double& value : values) value = common::fraction(random.next()) - 0.25;
  return values;
}

/// body(first, count) for each of some parts, as equal as can be: what a rank holds.
template <class Body> void for_parts(std::size_t parts, std::size_t count, Body body) {
  for (std::size_t part = 0; part < parts; ++part)
    body(count * part / parts, count * (part + 1) / parts - count * part / parts);
}

TEST(whole_application, local_sums_depend_on_the_parts_and_exact_states_do_not) {
  auto const values = numbers(10000);
  std::set<double> plain, exactly;
  for (std::size_t parts : {1, 2, 3, 4, 7}) {
    double total = 0;
    exact merged;
    for_parts(parts, values.size(), [&](std::size_t first, std::size_t count) {
      double local = 0;
      exact state;
      for (double value : std::span(values).subspan(first, count)) local += value, state.add(value);
      total += local;
      merged.merge(state);
    });
    plain.insert(total);
    exactly.insert(merged.round<double>());
  }
  EXPECT_GT(plain.size(), 1U);
  ASSERT_EQ(exactly.size(), 1U);
  EXPECT_TRUE(same_bits(*exactly.begin(), sum(values)));
}

/// A row of a matrix times a vector, in the order in which the row is stored.
double plain_row(std::vector<int> const& columns, std::vector<double> const& row, std::vector<double> const& x) {
  double sum = 0;
  for (std::size_t k = 0; k < row.size(); ++k) sum += row[k] * x[static_cast<std::size_t>(columns[k])];
  return sum;
}

TEST(whole_application, rows_depend_on_the_numbering_of_columns_and_sparse_products_do_not) {
  auto const row = numbers(27), x = numbers(60);
  std::set<double> plain, exactly;
  // Ghosts are numbered after what a rank owns, so a row is stored in another order on every number of ranks.
  for (std::size_t shift : {0, 5, 9, 20}) {
    std::vector<int> columns(row.size()), offsets{0, static_cast<int>(row.size())};
    std::vector<double> entries(row.size()), y(1);
    for (std::size_t k = 0; k < row.size(); ++k) {
      std::size_t const from = (k + shift) % row.size();
      columns[k] = static_cast<int>(2 * from), entries[k] = row[from];
    }
    plain.insert(plain_row(columns, entries, x));
    sparse::multiply(sparse::csr_view<double>(1, 60, offsets, columns, entries), x, vector_view<double>(y));
    exactly.insert(y[0]);
  }
  EXPECT_GT(plain.size(), 1U);
  EXPECT_EQ(exactly.size(), 1U);
}

TEST(whole_application, contributions_depend_on_their_order_and_scatter_add_does_not) {
  auto values = numbers(400);
  std::vector<int> places(values.size());
  for (std::size_t k = 0; k < places.size(); ++k) places[k] = static_cast<int>(k * 7 % 10);
  std::set<std::vector<double>> plain, exactly;
  for (int order = 0; order < 4; ++order) {
    std::vector<double> result(10), exact_result(10);
    for (std::size_t k = 0; k < places.size(); ++k) result[static_cast<std::size_t>(places[k])] += values[k];
    sparse::scatter_add<double, int>(places, values, exact_result);
    plain.insert(result), exactly.insert(exact_result);
    std::rotate(places.begin(), places.begin() + 37, places.end());
    std::rotate(values.begin(), values.begin() + 37, values.end());
  }
  EXPECT_GT(plain.size(), 1U);
  EXPECT_EQ(exactly.size(), 1U);
}

TEST(whole_application, threads_do_not_show_in_sums) {
  auto const values = numbers(100000);
  std::set<double> exactly;
  for (std::size_t count : {1, 2, 3, 4}) exactly.insert(sum(values, threads(count)));
  EXPECT_EQ(exactly.size(), 1U);
}

TEST(whole_application, averages_of_averages_and_norms_of_norms_depend_on_the_parts) {
  std::size_t averages_differ = 0, norms_differ = 0;
  for (std::size_t size = 9990; size < 10010; ++size) {
    auto const values = numbers(size);
    std::set<double> averages, norms;
    for (std::size_t parts : {1, 2, 3, 4, 7}) {
      double average = 0, squares = 0;
      for_parts(parts, size, [&](std::size_t first, std::size_t count) {
        auto const mine = std::span(values).subspan(first, count);
        double const share = static_cast<double>(count) / static_cast<double>(size), norm = nrm2(mine);
        average += mean(mine) * share;  // each of them correctly rounded
        squares += norm * norm;
      });
      averages.insert(average), norms.insert(std::sqrt(squares));
    }
    averages_differ += averages.size() > 1, norms_differ += norms.size() > 1;
  }
  EXPECT_GT(averages_differ, 0U);
  EXPECT_GT(norms_differ, 0U);
}

/// What is computed of a number from its neighbours, from numbers that are a function of the global index.
TEST(whole_application, stencils_extremes_and_counted_random_numbers_are_the_same_on_all_parts) {
  constexpr std::size_t count = 1000;
  auto const start = [](std::size_t i) { return common::fraction(random_source(first_seed() + i).next()) - 0.5; };
  std::set<std::vector<double>> fields;
  std::set<double> extremes;
  for (std::size_t parts : {1, 2, 3, 4, 7}) {
    std::vector<double> x(count), next(count);
    for_parts(parts, count, [&](std::size_t first, std::size_t many) {
      for (std::size_t i = first; i < first + many; ++i) x[i] = start(i);
    });
    for (int step = 0; step < 20; ++step) {
      for_parts(parts, count, [&](std::size_t first, std::size_t many) {
        for (std::size_t i = first; i < first + many; ++i) {
          double const left = x[(i + count - 1) % count], right = x[(i + 1) % count];
          next[i] = x[i] + 0.3 * (left - 2 * x[i] + right);
        }
      });
      x.swap(next);
    }
    double most = -1;
    for_parts(parts, count, [&](std::size_t first, std::size_t many) {
      most = std::max(most, *std::max_element(x.begin() + static_cast<std::ptrdiff_t>(first),
                                              x.begin() + static_cast<std::ptrdiff_t>(first + many)));
    });
    fields.insert(x), extremes.insert(most);
  }
  EXPECT_EQ(fields.size(), 1U);
  EXPECT_EQ(extremes.size(), 1U);
}

TEST(whole_application, contraction_changes_expressions) {
  auto const x = numbers(1000), y = numbers(1001);
  std::size_t changed = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double const product = x[i] * y[i + 1];
    changed += std::fma(x[i], y[i + 1], y[i]) != product + y[i];
  }
  EXPECT_GT(changed, 50U);
}

TEST(whole_application, platforms_round_functions_as_they_like) {
  std::size_t not_rounded = 0;
  for (double x : numbers(20000)) {
    not_rounded += std::tgamma(2 + x) != cr::tgamma(2 + x);
    not_rounded += std::erf(x) != cr::erf(x);
  }
  EXPECT_GT(not_rounded, 0U);
}

}  // namespace
}  // namespace isobit::test
