#include "../tree_plan/figures.hpp"

#include <algorithm>
#include <cstdio>

#include "../output/json.hpp"
#include "../output/output_files.hpp"
#include "../output/report.hpp"
#include "../tree_plan/picture.hpp"
#include "commands.hpp"

namespace isobit::tool {
namespace {

constexpr std::uint64_t most_ranks = std::uint64_t{1} << 24;

void require_drawable(tree_plan_options const& options) {
  if (options.ranks == 0) throw failure(exit_code::usage, "tree-plan: no ranks; elements need at least one to be on");
  if (options.ranks > most_ranks)
    throw failure(exit_code::usage, "tree-plan: " + std::to_string(options.ranks) + " ranks; at most " +
                                        std::to_string(most_ranks) + " can be planned");
  if (!(options.alpha >= 0 && options.alpha < 1))
    throw failure(exit_code::usage, "tree-plan: --alpha is the deviation from an even share, at least 0 and below 1");
}

/// So many digits after the point.
std::string fixed(double x, int digits) {
  char text[400];
  std::snprintf(text, sizeof text, "%.*f", digits, x);
  return text;
}

void print_table(std::vector<tree_plan_figures> const& all) {
  std::vector<std::vector<std::string>> rows = {
      {"distribution", "messages", "largest", "smallest", "balance", "score (us)"}};
  for (auto const& each : all)
    rows.push_back({std::string(name_of(each.shares.kind())), std::to_string(each.messages),
                    std::to_string(each.largest), std::to_string(each.smallest), fixed(each.balance(), 3),
                    fixed(each.score / 1000, 1)});
  for (auto const& row : rows) {
    std::string line = row[0] + std::string(12 - row[0].size(), ' ');
    for (std::size_t i = 1; i < row.size(); ++i) {
      std::size_t width = 0;
      for (auto const& other : rows) width = std::max(width, other[i].size());
      line += std::string(2 + width - row[i].size(), ' ') + row[i];
    }
    print_line(line);
  }
}

void print_plan(tree_plan_options const& options, std::vector<tree_plan_figures> const& all) {
  auto const& shares = all.front().shares;
  print_line(std::to_string(options.elements) + " elements on " + std::to_string(options.ranks) +
             (options.ranks == 1 ? " rank" : " ranks") + ", an even share is " + fixed(even_share(shares), 1) +
             "; alpha " + decimal({options.alpha, false}));
  print_line("");
  print_table(all);
  print_line("");
  print_line("Routed from rank to rank instead of value by value, every distribution takes " +
             std::to_string(options.ranks - 1) + (options.ranks == 2 ? " message." : " messages."));
}

std::string starts_of(distribution const& shares) {
  std::string list;
  for (std::size_t rank = 0; rank < shares.ranks(); ++rank)
    list += (rank == 0 ? "" : ", ") + std::to_string(shares.start(rank));
  return "[" + list + "]";
}

void print_json(tree_plan_options const& options, std::vector<tree_plan_figures> const& all) {
  std::vector<json_object> list;
  for (auto const& each : all) {
    json_object object;
    object.add("distribution", name_of(each.shares.kind())).add("messages", each.messages);
    object.add("largest", each.largest).add("smallest", each.smallest).add_raw("balance", json_number(each.balance()));
    list.push_back(object.add_raw("score_ns", json_number(each.score)).add_raw("starts", starts_of(each.shares)));
  }
  json_object object;
  object.add("elements", options.elements).add("ranks", options.ranks).add_raw("alpha", json_number(options.alpha));
  print_line(object.add("routed_messages", options.ranks - 1).add("distributions", list).text());
}

}  // namespace

exit_code run_tree_plan(request const& wanted) {
  auto const& options = wanted.tree_plan;
  require_drawable(options);
  auto const all = figures_of(options);
  if (!options.svg.empty()) {
    auto const pictured = std::find_if(
        all.begin(), all.end(), [&](tree_plan_figures const& each) { return each.shares.kind() == options.pictured; });
    output_files picture;
    picture.add(options.svg, picture_of(pictured->shares));
    picture.commit();
  }
  if (wanted.output.json)
    print_json(options, all);
  else
    print_plan(options, all);
  return exit_code::success;
}

}  // namespace isobit::tool
