// Group by key: every group's sum is exact, whatever the order of the rows.
#include <isobit/isobit.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "expect.hpp"

int main() {
  std::vector<std::string> accounts = {"rent", "food", "rent", "food", "rent", "food"};
  std::vector<double> amounts = {1e16, 0.1, 1.0, 0.2, -1e16, 0.3};

  auto const totals = isobit::sum_by_key(accounts, amounts);  // ascending by key
  for (auto const& [account, total] : totals) expect(account.c_str(), total, account == "rent" ? 1.0 : 0.6);

  std::ranges::reverse(accounts);
  std::ranges::reverse(amounts);
  expect("the rows reversed, the same groups", isobit::sum_by_key(accounts, amounts) == totals);

  // Groups that already lie together: offsets as in a sparse matrix.
  std::vector<double> const values = {1e16, 1.0, -1e16, 0.25, 0.5};
  std::vector<std::size_t> const offsets = {0, 3, 3, 5};
  auto const segments = isobit::segmented_sum(values, offsets);
  expect("first segment", segments[0], 1.0);
  expect("empty segment", segments[1], 0.0);
  expect("last segment", segments[2], 0.75);
  return failures;
}
