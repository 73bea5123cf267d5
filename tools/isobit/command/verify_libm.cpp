#include <algorithm>

#include "../output/json.hpp"
#include "../output/report.hpp"
#include "../verify/libm.hpp"
#include "commands.hpp"

namespace isobit::tool {
namespace {

std::string call_of(libm_comparison const& each, std::string (*text)(number)) {
  auto const& x = each.worst.arguments;
  return each.name() + "(" + text(x[0]) + (x.size() == 2 ? ", " + text(x[1]) : "") + ")";
}

void print_table(std::vector<libm_comparison> const& all) {
  std::vector<std::vector<std::string>> rows = {{"function", "differ", "by (ulp)", "change without FMA", "example"}};
  for (auto const& each : all) {
    rows.push_back({each.name(), "-", "-", "-", ""});
    if (!each.present) continue;
    rows.back()[1] = std::to_string(each.deviations.size());
    if (each.changed) rows.back()[3] = std::to_string(*each.changed);
    if (each.deviations.empty()) continue;
    rows.back()[2] = std::to_string(each.worst.ulps);
    rows.back()[4] = call_of(each, hexadecimal) + " = " + hexadecimal(each.worst.theirs) + ", rightly " +
                     hexadecimal(each.worst.ours);
  }
  for (auto const& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::size_t width = 0;
      for (auto const& other : rows) width = std::max(width, other[i].size());
      std::string const blanks(width - row[i].size(), ' ');
      line += i == 0                ? row[i] + blanks
              : i + 1 == row.size() ? (row[i].empty() ? "" : "  " + row[i])
                                    : "  " + blanks + row[i];
    }
    print_line(line);
  }
}

void print_verdict(std::vector<libm_comparison> const& all, std::uint64_t count) {
  std::size_t present = 0, right = 0, constant = 0;
  for (auto const& each : all) {
    present += each.present;
    right += each.present && each.deviations.empty();
    constant += each.changed && *each.changed == 0;
  }
  print_line("");
  print_line(
      libm_version() + ", " + std::to_string(count) + " arguments each: " + std::to_string(right) + " of " +
      std::to_string(present) + " functions were always rounded correctly" +
      (all.front().changed ? ", and " + std::to_string(constant) + " give the same bits with and without FMA." : "."));
}

void print_json(std::vector<libm_comparison> const& all, std::uint64_t count) {
  std::vector<json_object> list;
  for (auto const& each : all) {
    json_object object;
    object.add("function", each.name()).add("type", each.is_single ? "f32" : "f64").add("present", each.present);
    if (each.present) {
      object.add("differing", each.deviations.size()).add("largest_ulp", each.worst.ulps);
      if (each.changed) object.add("changed_without_fma", *each.changed);
      if (!each.deviations.empty()) {
        object.add("example", call_of(each, hexadecimal));
        object.add("libm", hexadecimal(each.worst.theirs)).add("correct", hexadecimal(each.worst.ours));
      }
    }
    list.push_back(object);
  }
  json_object object;
  print_line(object.add("libm", libm_version()).add("arguments", count).add("functions", list).text());
}

}  // namespace

exit_code run_verify_libm(request const& wanted) {
  progress bar(2 * math::all_functions().size(), !wanted.worker && !wanted.output.json, progress::unit::steps);
  auto all = compare_libm(wanted.libm_arguments, bar);
  if (wanted.worker) {
    write_deviations(all);
    return exit_code::success;
  }
  compare_without_fma(all, wanted.libm_arguments);
  bar.clear();
  if (wanted.output.json) {
    print_json(all, wanted.libm_arguments);
  } else {
    print_table(all);
    print_verdict(all, wanted.libm_arguments);
  }
  return exit_code::success;
}

}  // namespace isobit::tool
