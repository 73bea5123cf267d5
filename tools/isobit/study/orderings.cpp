#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <span>

#include <isobit/driver/serial.hpp>

#include "../method/sum_by.hpp"
#include "../output/plot.hpp"
#include "common/random.hpp"
#include "drand48.hpp"
#include "spread.hpp"
#include "study.hpp"
#include "text.hpp"

namespace isobit::tool {
namespace {

struct generated {
  std::string name;
  std::vector<double> values;
};

std::size_t count_of(study_options const& options) { return options.quick ? 10000 : 1000000; }
std::size_t permutations_of(study_options const& options) { return options.quick ? 2 : 10; }
constexpr std::size_t sorted_orderings = 4;

std::vector<method> methods_in_orders() {
  std::vector<method> list = all_methods();
  list.insert(list.begin(), {method_kind::left_to_right, 0});
  return list;
}

std::vector<generated> generate(std::size_t n) {
  std::vector<generated> data = {{"drand48()", {}}, {"drand48() - 0.5", {}}, {"sin(2 pi i / n)", {}}};
  drand48_generator uniform, centred;
  for (std::size_t i = 1; i <= n; ++i) {
    data[0].values.push_back(uniform());
    data[1].values.push_back(centred() - 0.5);
    data[2].values.push_back(std::sin(2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n)));
  }
  return data;
}

/// The paper's orderings: by value and by magnitude, up and down, and random ones.
void for_each_ordering(std::vector<double> values, study_options const& options,
                       std::function<void(std::span<double const>)> const& body) {
  auto const smaller = [](double a, double b) { return std::fabs(a) < std::fabs(b); };
  std::sort(values.begin(), values.end());
  body(values);
  std::reverse(values.begin(), values.end());
  body(values);
  std::stable_sort(values.begin(), values.end(), smaller);
  body(values);
  std::reverse(values.begin(), values.end());
  body(values);
  common::splitmix64 random(options.seed);
  for (std::size_t i = 0; i < permutations_of(options); ++i) {
    common::shuffle(values, random);
    body(values);
  }
}

}  // namespace

std::uint64_t work_of_orderings(study_options const& options) {
  return 3 * count_of(options) * methods_in_orders().size() * (sorted_orderings + permutations_of(options));
}

experiment study_orderings(study_options const& options, progress& watcher) {
  experiment result;
  result.numbers.columns = {"data",
                            "n",
                            "method",
                            "promise",
                            "orderings",
                            "distinct_results",
                            "smallest_relative_error",
                            "largest_relative_error",
                            "smallest",
                            "largest"};
  result.shown.columns = {"data", "method", "promise", "distinct results", "relative error"};
  std::size_t const n = count_of(options), orderings = sorted_orderings + permutations_of(options);
  for (auto const& data : generate(n)) {
    exact sum;
    sum.add(std::span<double const>(data.values));
    auto const list = methods_in_orders();
    std::vector<spread> spreads(list.size());
    for_each_ordering(data.values, options, [&](std::span<double const> values) {
      for (std::size_t i = 0; i < list.size(); ++i) {
        spreads[i].add(sum_by(list[i], serial(), values));
        watcher.advance(n);
      }
    });
    double const right = sum.round<double>();
    for (std::size_t i = 0; i < list.size(); ++i) {
      double const smallest = distance(spreads[i].smallest(), sum) / right;
      double const largest = distance(spreads[i].largest(), sum) / right;
      double const low = std::min(smallest, largest), high = std::max(smallest, largest);
      auto const promise = promise_of(list[i]);
      bool const one = spreads[i].distinct() == 1;
      result.promises_kept = result.promises_kept && (one || !satisfies(promise, guarantee::order_free));
      result.numbers.rows.push_back({data.name, std::to_string(n), name_of(list[i]), name_of(promise),
                                     std::to_string(orderings), std::to_string(spreads[i].distinct()), full(low),
                                     full(high), hex(spreads[i].smallest()), hex(spreads[i].largest())});
      result.shown.rows.push_back({data.name, name_of(list[i]), name_of(promise), std::to_string(spreads[i].distinct()),
                                   one ? brief(low) : "[" + brief(low) + ", " + brief(high) + "]"});
    }
  }
  return result;
}

std::string plot_of_orderings(experiment const& orderings) {
  constexpr char const* colours[] = {"#0f7b8a", "#6d4bc3", "#c2410c"};
  plot picture{"Largest error over all orderings of the same numbers", "", "relative error", {}, {}};
  for (auto const& row : orderings.numbers.rows) {
    auto const series = std::ranges::find(picture.series, row[0], &plot_series::name);
    bool const is_new = series == picture.series.end();
    if (is_new) picture.series.push_back({row[0], colours[picture.series.size() % std::size(colours)], {}});
    if (picture.series.size() == 1) picture.categories.push_back(row[2]);
    auto& points = (is_new ? picture.series.back() : *series).points;
    double const error = std::max(std::fabs(std::stod(row[6])), std::fabs(std::stod(row[7])));
    points.emplace_back(static_cast<double>(points.size()), error);
  }
  return svg(picture);
}

}  // namespace isobit::tool
