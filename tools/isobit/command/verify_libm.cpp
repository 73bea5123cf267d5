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

/// `change` heads the column of results that change. Functions that the platform lacks have dashes, or, with
/// `only_present`, no row.
void print_table(std::vector<libm_comparison> const& all, std::string const& change, bool only_present) {
  std::vector<std::vector<std::string>> rows = {{"function", "differ", "by (ulp)", change, "example"}};
  for (auto const& each : all) {
    if (!each.present && only_present) continue;
    rows.push_back({each.name(), "-", "-", "-", ""});
    if (!each.present) continue;
    rows.back()[1] = std::to_string(each.differing);
    if (each.changed) rows.back()[3] = std::to_string(*each.changed);
    if (each.differing == 0) continue;
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

/// What a library's comparison comes to.
struct totals {
  std::size_t present = 0, right = 0, constant = 0;
  std::uint64_t wrong = 0;
  bool knows_changes = false;

  explicit totals(std::vector<libm_comparison> const& all) {
    for (auto const& each : all) {
      present += each.present;
      right += each.present && each.differing == 0;
      constant += each.changed && *each.changed == 0;
      wrong += each.differing;
      knows_changes |= each.changed.has_value();
    }
  }
  /// "3 of 56 functions were always rounded correctly, one result in 12 was not".
  [[nodiscard]] std::string verdict(std::uint64_t count) const {
    std::string text =
        std::to_string(right) + " of " + std::to_string(present) + " functions were always rounded correctly";
    if (wrong != 0) text += ", one result in " + std::to_string((present * count + wrong / 2) / wrong) + " was not";
    return text;
  }
};

void print_verdict(std::vector<libm_comparison> const& libm, libmvec_comparison const& libmvec, std::uint64_t count) {
  totals const single(libm), vectors(libmvec.functions);
  print_line("");
  print_line(libm_version() + ", " + std::to_string(count) + " arguments each: " + single.verdict(count) +
             (single.knows_changes
                  ? ", and " + std::to_string(single.constant) + " give the same bits with and without FMA."
                  : "."));
  if (vectors.present == 0) return;
  print_line("Its libmvec, which vectorised loops call, by vectors of " + std::to_string(libmvec.bytes) +
             " bytes: " + vectors.verdict(count) +
             (vectors.knows_changes
                  ? ", and " + std::to_string(vectors.constant) + " give the same bits with vectors of every size."
                  : "."));
}

std::vector<json_object> json_of(std::vector<libm_comparison> const& all, std::string const& library,
                                 std::string const& change) {
  std::vector<json_object> list;
  for (auto const& each : all) {
    json_object object;
    object.add("function", each.name()).add("type", each.is_single ? "f32" : "f64").add("present", each.present);
    if (each.present) {
      object.add("differing", each.differing).add("largest_ulp", each.worst.ulps);
      if (each.changed) object.add(change, *each.changed);
      if (each.differing != 0) {
        object.add("example", call_of(each, hexadecimal));
        object.add(library, hexadecimal(each.worst.theirs)).add("correct", hexadecimal(each.worst.ours));
      }
    }
    list.push_back(object);
  }
  return list;
}

void print_json(std::vector<libm_comparison> const& libm, libmvec_comparison const& libmvec, std::uint64_t count) {
  json_object object;
  object.add("libm", libm_version()).add("arguments", count);
  object.add("functions", json_of(libm, "libm", "changed_without_fma"));
  object.add("vector_bytes", libmvec.bytes);
  object.add("vector_functions", json_of(libmvec.functions, "libmvec", "changed_with_vectors"));
  print_line(object.text());
}

}  // namespace

exit_code run_verify_libm(request const& wanted) {
  auto const count = wanted.libm_arguments;
  progress bar((wanted.worker ? 2 : 4) * math::all_functions().size(), !wanted.worker && !wanted.output.json,
               progress::unit::steps);
  auto libm = compare_libm(count, bar);
  if (wanted.worker) {
    write_deviations(libm);
    return exit_code::success;
  }
  auto const libmvec = compare_libmvec(count, bar);
  compare_without_fma(libm, count);
  bar.clear();
  if (wanted.output.json) {
    print_json(libm, libmvec, count);
    return exit_code::success;
  }
  print_table(libm, "change without FMA", false);
  if (std::ranges::any_of(libmvec.functions, &libm_comparison::present)) {
    print_line("");
    print_line("libmvec, vectors of " + std::to_string(libmvec.bytes) + " bytes");
    print_table(libmvec.functions, "change with vectors", true);
  }
  print_verdict(libm, libmvec, count);
  return exit_code::success;
}

}  // namespace isobit::tool
