#include <span>

#include "../method/sum_by.hpp"
#include "../output/plot.hpp"
#include "likelihoods.hpp"
#include "spread.hpp"
#include "study.hpp"
#include "text.hpp"

namespace isobit::tool {
namespace {

/// Cuts into as many parts as the thesis had processes, one after the other on this thread.
struct so_many_parts {
  std::size_t count;
  [[nodiscard]] std::size_t parts(std::size_t) const noexcept { return count; }
  void run(std::size_t parts, task_ref body) const {
    for (std::size_t part = 0; part < parts; ++part) body(part);
  }
};

/// The thesis's 1, 17, ..., 241.
constexpr std::size_t stride_of_parts = 16, last = 241, tried = last / stride_of_parts + 1;

std::vector<method> methods_over_parts() {
  std::vector<method> list = all_methods();
  list.insert(list.begin(), {method_kind::left_to_right, 0});
  return list;
}

}  // namespace

std::uint64_t work_of_parts(study_options const& options) {
  std::uint64_t work = 0;
  for (auto const& set : likelihood_sets(options)) work += set.count * tried * methods_over_parts().size();
  return work;
}

experiment study_parts(study_options const& options, progress& watcher) {
  experiment result;
  result.numbers.columns = {"dataset", "source",           "n",        "method",  "promise",
                            "parts",   "distinct_results", "smallest", "largest", "difference"};
  result.shown.columns = {"dataset",
                          "numbers",
                          "n",
                          "left-to-right in each part",
                          "plain in each part",
                          "all other methods",
                          "thesis: accumulate + Allreduce"};
  for (auto const& set : likelihood_sets(options)) {
    auto const data = load(set, options);
    std::string const source = data.is_measured ? "measured" : "made up", n = std::to_string(set.count);
    std::vector<double> differences;
    for (method const which : methods_over_parts()) {
      spread results;
      for (std::size_t parts = 1; parts <= last; parts += stride_of_parts) {
        results.add(sum_by(which, so_many_parts{parts}, std::span<double const>(data.values)));
        watcher.advance(set.count);
      }
      auto const promise = promise_of(which);
      differences.push_back(results.largest() - results.smallest());
      result.promises_kept =
          result.promises_kept && (results.distinct() == 1 || !satisfies(promise, guarantee::fixed_plan));
      result.numbers.rows.push_back({set.name, source, n, name_of(which), name_of(promise), std::to_string(tried),
                                     std::to_string(results.distinct()), hex(results.smallest()),
                                     hex(results.largest()), full(differences.back())});
    }
    double others = 0;
    for (std::size_t i = 2; i < differences.size(); ++i) others = std::max(others, differences[i]);
    result.shown.rows.push_back(
        {set.name, source, n, brief(differences[0]), brief(differences[1]), brief(others),
         data.is_measured || set.published == "-" ? set.published : set.published + " (its own numbers)"});
  }
  return result;
}

std::string plot_of_parts(experiment const& parts) {
  constexpr std::pair<char const*, char const*> drawn[] = {{"left-to-right", "#7a7f87"}, {"plain", "#c2410c"},
                                                           {"kahan", "#b0327a"},         {"tree", "#6d4bc3"},
                                                           {"binned:3", "#0f7b8a"},      {"exact", "#2f7d32"}};
  plot picture{"Largest less smallest sum over 1 to 241 parts", "elements", "difference", {}, {}};
  for (auto const& [name, colour] : drawn) {
    picture.series.push_back({name, colour, {}});
    for (auto const& row : parts.numbers.rows)
      if (row[3] == name) picture.series.back().points.emplace_back(std::stod(row[2]), std::stod(row[9]));
  }
  return svg(picture);
}

}  // namespace isobit::tool
