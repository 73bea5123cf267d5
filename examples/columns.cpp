// Sums of columns: many arrays added up element by element, each element rounded once.
#include <isobit/isobit.hpp>

#include <algorithm>
#include <complex>
#include <vector>

#include "expect.hpp"

int main() {
  // What three workers computed, wherever it lies.
  std::vector<double> const first = {1e16, 0.1, 1.0}, second = {1.0, 0.2, 1e300}, third = {-1e16, 0.3, -1e300};
  std::vector<double const*> rows = {first.data(), second.data(), third.data()};
  std::vector<double> totals(3);
  isobit::sum_columns(rows, totals);
  expect("1e16 + 1 - 1e16", totals[0], 1.0);
  expect("0.1 + 0.2 + 0.3", totals[1], 0x1.3333333333333p-1);
  expect("1 + 1e300 - 1e300", totals[2], 1.0);

  // In any order of the workers.
  std::ranges::reverse(rows);
  std::vector<double> again(3);
  isobit::sum_columns(rows, again);
  expect("the same bits in another order", again == totals);

  // One array with a row for each, on threads; the results may replace a row.
  std::vector<std::complex<double>> all(8 * 1000, {0.1, -0.1});
  isobit::sum_columns(isobit::row_major(all.data(), 8, 1000), std::span(all).first(1000), isobit::threads(2));
  expect("8 times 0.1", all[999].real(), 0.8);
  return failures;
}
