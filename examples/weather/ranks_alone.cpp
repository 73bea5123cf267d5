#include <algorithm>

#include "ranks.hpp"

namespace weather {

ranks::ranks(int&, char**&) {}
ranks::~ranks() = default;

void ranks::exchange(std::span<double const> sent, int to, std::span<double> received, int from) const {
  if (to == 0 && from == 0) std::ranges::copy(sent, received.begin());
}

std::vector<double> ranks::sums(std::span<std::span<double const> const> fields, summation how,
                                isobit::driver_ref const& on) const {
  std::vector<double> totals;
  for (auto const field : fields) totals.push_back(how == summation::exact ? isobit::sum(field, on) : plain_sum(field));
  return totals;
}

double ranks::maximum(double mine) const { return mine; }

std::vector<std::vector<double>> ranks::gather(std::span<double const> mine, std::span<std::size_t const>) const {
  return {std::vector<double>(mine.begin(), mine.end())};
}

void ranks::together(std::function<void()> const& work) const { work(); }

}  // namespace weather
