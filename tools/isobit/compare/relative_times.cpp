#include "relative_times.hpp"

#include <algorithm>
#include <chrono>

namespace isobit::tool {
namespace {

using clock = std::chrono::steady_clock;

double seconds(std::function<void()> const& race) {
  auto const start = clock::now();
  race();
  return std::chrono::duration<double>(clock::now() - start).count();
}

double median(std::vector<double> times) {
  auto const middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

}  // namespace

std::vector<std::optional<double>> relative_times(std::vector<std::function<void()>> const& races,
                                                  std::size_t baseline) {
  constexpr int turns = 5;
  std::vector<std::vector<double>> times(races.size());
  for (int turn = 0; turn < turns; ++turn)
    for (std::size_t i = 0; i < races.size(); ++i)
      if (races[i]) times[i].push_back(seconds(races[i]));
  std::vector<std::optional<double>> ratios(races.size());
  for (std::size_t i = 0; i < races.size(); ++i)
    if (races[i]) ratios[i] = median(times[i]) / median(times[baseline]);
  return ratios;
}

}  // namespace isobit::tool
