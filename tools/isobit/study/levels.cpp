#include <cmath>
#include <span>

#include <isobit/driver/serial.hpp>

#include "../method/sum_by.hpp"
#include "../output/plot.hpp"
#include "common/random.hpp"
#include "spread.hpp"
#include "study.hpp"
#include "text.hpp"

namespace isobit::tool {
namespace {

constexpr double rate = 1e-8;  // the paper's lambda

struct drawn_method {
  method which;
  char const* name;
  char const* colour;
};
constexpr drawn_method drawn_levels[] = {{{method_kind::left_to_right, 0}, "conventional", "#7a7f87"},
                                         {{method_kind::single_sweep, 1}, "single-sweep:1", "#c2410c"},
                                         {{method_kind::single_sweep, 2}, "single-sweep:2", "#6d4bc3"},
                                         {{method_kind::single_sweep, 3}, "single-sweep:3", "#0f7b8a"},
                                         {{method_kind::double_sweep, 1}, "double-sweep:1", "#b0327a"},
                                         {{method_kind::double_sweep, 2}, "double-sweep:2", "#2f7d32"}};

/// 10^2 to 10^7, five to a decade.
std::vector<std::size_t> sizes(study_options const& options) {
  std::vector<std::size_t> list;
  int const first = 10, last = options.quick ? 20 : 35;
  for (int fifth = first; fifth <= last; ++fifth)
    list.push_back(static_cast<std::size_t>(std::lround(std::pow(10.0, fifth / 5.0))));
  return list;
}

}  // namespace

std::uint64_t work_of_levels(study_options const& options) {
  std::uint64_t work = 0;
  for (std::size_t const n : sizes(options)) work += n * std::size(drawn_levels);
  return work;
}

experiment study_levels(study_options const& options, progress& watcher) {
  experiment result;
  result.numbers.columns = {
      "n", "method", "promise", "result", "correctly_rounded", "absolute_error", "distance_from_exact"};
  result.shown.columns = {"method", "largest absolute error", "at n", "correctly rounded"};
  auto const counts = sizes(options);
  common::splitmix64 random(options.seed);
  std::vector<double> all(counts.back());
  for (double& x : all) x = -std::log(common::positive_fraction(random())) / rate;

  std::vector<std::size_t> right(std::size(drawn_levels)), worst_n(std::size(drawn_levels));
  std::vector<double> worst(std::size(drawn_levels));
  for (std::size_t const n : counts) {
    auto const values = std::span<double const>(all).first(n);
    exact sum;
    sum.add(values);
    double const rounded = sum.round<double>();
    for (std::size_t i = 0; i < std::size(drawn_levels); ++i) {
      double const value = sum_by(drawn_levels[i].which, serial(), values);
      double const error = std::fabs(value - rounded);
      result.numbers.rows.push_back({std::to_string(n), drawn_levels[i].name,
                                     name_of(promise_of(drawn_levels[i].which)), hex(value), hex(rounded), full(error),
                                     full(std::fabs(distance(value, sum)))});
      right[i] += error == 0;
      if (error > worst[i]) worst[i] = error, worst_n[i] = n;
      watcher.advance(n);
    }
  }
  for (std::size_t i = 0; i < std::size(drawn_levels); ++i)
    result.shown.rows.push_back({drawn_levels[i].name, brief(worst[i]),
                                 worst[i] == 0 ? "-" : std::to_string(worst_n[i]),
                                 std::to_string(right[i]) + " of " + std::to_string(counts.size())});
  return result;
}

std::string plot_of_levels(experiment const& levels) {
  plot picture{
      "Absolute error, exponentially distributed doubles (lambda = 1e-8)", "elements", "absolute error", {}, {}};
  for (auto const& each : drawn_levels) {
    picture.series.push_back({each.name, each.colour, {}});
    for (auto const& row : levels.numbers.rows)
      if (row[1] == each.name) picture.series.back().points.emplace_back(std::stod(row[0]), std::stod(row[5]));
  }
  return svg(picture);
}

}  // namespace isobit::tool
