#include "method.hpp"

#include <algorithm>
#include <string_view>

#include "../basics/failure.hpp"

namespace isobit::tool {
namespace {

struct entry {
  std::string_view name;
  method_kind kind;
  guarantee promise;
  int default_levels;
};

// left_to_right is what --compare and the study hold the others against, not a choice.
constexpr entry entries[] = {
    {"left-to-right", method_kind::left_to_right, guarantee::none, 0},
    {"plain", method_kind::plain, guarantee::none, 0},
    {"tree", method_kind::tree, guarantee::fixed_plan, 0},
    {"kahan", method_kind::kahan, guarantee::fixed_plan, 0},
    {"knuth", method_kind::knuth, guarantee::fixed_plan, 0},
    {"extended", method_kind::extended, guarantee::fixed_plan, 0},
    {"single-sweep", method_kind::single_sweep, guarantee::order_free, 3},
    {"double-sweep", method_kind::double_sweep, guarantee::order_free, 2},
    {"binned", method_kind::binned, guarantee::order_free, 3},
    {"exact", method_kind::exact, guarantee::correctly_rounded, 0},
};

constexpr int most_levels = 4;

entry const& entry_of(method_kind kind) noexcept {
  return *std::find_if(std::begin(entries), std::end(entries), [&](entry const& each) { return each.kind == kind; });
}

bool is_choice(entry const& each) noexcept { return each.kind != method_kind::left_to_right; }

}  // namespace

char const* const method_choices = "exact|binned[:K]|single-sweep[:K]|double-sweep[:K]|tree|kahan|knuth|extended|plain";

method parse_method(std::string const& text) {
  auto const refuse = [&](std::string const& why) -> failure {
    return {exit_code::usage, why + "; possible: " + method_choices + ", with K from 1 to 4"};
  };
  auto const colon = text.find(':');
  std::string const name = text.substr(0, colon);
  for (auto const& each : entries) {
    if (each.name != name || !is_choice(each)) continue;
    if (colon == text.npos) return {each.kind, each.default_levels};
    std::string const levels = text.substr(colon + 1);
    if (each.default_levels == 0) throw refuse(name + " has no levels to choose");
    if (levels.size() != 1 || levels[0] < '1' || levels[0] > '0' + most_levels)
      throw refuse("'" + levels + "' is not a number of levels");
    return {each.kind, levels[0] - '0'};
  }
  throw refuse("'" + name + "' is not a method");
}

std::string name_of(method which) {
  std::string const name(entry_of(which.kind).name);
  return which.levels == 0 ? name : name + ":" + std::to_string(which.levels);
}

guarantee promise_of(method which) noexcept { return entry_of(which.kind).promise; }

std::string name_of(guarantee promise) {
  switch (promise) {
  case guarantee::correctly_rounded:
    return "correctly-rounded";
  case guarantee::order_free:
    return "order-free";
  case guarantee::fixed_plan:
    return "fixed-plan";
  case guarantee::none:
    break;
  }
  return "none";
}

std::vector<method> all_methods() {
  std::vector<method> list;
  for (auto const& each : entries)
    if (is_choice(each)) list.push_back({each.kind, each.default_levels});
  return list;
}

}  // namespace isobit::tool
