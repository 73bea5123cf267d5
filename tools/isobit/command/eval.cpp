#include <algorithm>
#include <cmath>
#include <cstdio>

#include <isobit/math.hpp>

#include "../eval/evaluate.hpp"
#include "../output/json.hpp"
#include "../output/report.hpp"
#include "commands.hpp"

namespace isobit::tool {
namespace {

using table_row = std::vector<std::string>;

void print_table(std::vector<table_row> const& rows) {
  for (auto const& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::size_t width = 0;
      for (auto const& other : rows) width = std::max(width, other[i].size());
      line += row[i];
      if (i + 1 < row.size()) line += std::string(2 + width - row[i].size(), ' ');
    }
    print_line(line);
  }
}

std::string joined(std::vector<number> const& arguments) {
  return decimal(arguments[0]) + (arguments.size() == 2 ? ", " + decimal(arguments[1]) : "");
}

/// So many digits after the point.
std::string fixed(double x, int digits) {
  char text[400];
  std::snprintf(text, sizeof text, "%.*f", digits, x);
  return text;
}

std::string distance_of(evaluation const& each) {
  double const exponent = each.exact.distance_log2;
  return exponent < -9 ? "2^" + fixed(exponent, 1) : fixed(cr::exp2(exponent), 3);
}

/// Where the exact value lies, and what distance from a midpoint made that sure.
std::string place_of(evaluation const& each) {
  switch (each.exact.what) {
  case standing::kind::exact:
    return "exact";
  case standing::kind::between:
    return distance_of(each) + " ulp " + (each.exact.above ? "above" : "below");
  case standing::kind::overflow:
    return "overflow";
  case standing::kind::pole:
    return "a pole";
  case standing::kind::undefined:
    return "not defined";
  case standing::kind::too_close:
    return "too close to tell";
  case standing::kind::unknown:
    break;
  }
  return "-";
}

std::string neighbour_of(evaluation const& each) {
  return each.exact.what == standing::kind::between ? hexadecimal({each.exact.neighbour, each.value.is_single}) : "-";
}

std::string midpoint_of(evaluation const& each) {
  if (each.exact.what != standing::kind::between) return "-";
  return std::isinf(each.exact.midpoint_log2) ? "a midpoint" : "2^" + fixed(each.exact.midpoint_log2, 1) + " ulp";
}

void print_evaluations(math::named_function const& function, std::vector<evaluation> const& all) {
  std::string const variables = function.arguments == 2 ? "x, y" : "x";
  std::vector<table_row> rows = {{variables, std::string(function.name) + "(" + variables + ")", "hex", "exact value",
                                  "towards", "from a midpoint"}};
  for (auto const& each : all)
    rows.push_back({joined(each.arguments), decimal(each.value), hexadecimal(each.value), place_of(each),
                    neighbour_of(each), midpoint_of(each)});
  print_table(rows);
}

char const* word_of(standing::kind what) {
  switch (what) {
  case standing::kind::exact:
    return "exact";
  case standing::kind::between:
    return "between";
  case standing::kind::overflow:
    return "overflow";
  case standing::kind::pole:
    return "pole";
  case standing::kind::undefined:
    return "undefined";
  case standing::kind::too_close:
    return "too_close";
  case standing::kind::unknown:
    break;
  }
  return "unknown";
}

void add_standing(json_object& object, evaluation const& each) {
  object.add("exact_value", word_of(each.exact.what));
  if (each.exact.what != standing::kind::between) return;
  object.add("neighbour_hex", hexadecimal({each.exact.neighbour, each.value.is_single}));
  object.add("above", each.exact.above).add_raw("distance_log2_ulp", json_number(each.exact.distance_log2));
  object.add("is_midpoint", std::isinf(each.exact.midpoint_log2))
      .add_raw("midpoint_log2_ulp", json_number(each.exact.midpoint_log2));
}

void print_json(math::named_function const& function, std::vector<evaluation> const& all, bool is_single) {
  std::vector<json_object> list;
  for (auto const& each : all) {
    json_object object;
    add_result(object, "x_", each.arguments[0]);
    if (each.arguments.size() == 2) add_result(object, "y_", each.arguments[1]);
    list.push_back(add_result(object, "", each.value));
    add_standing(list.back(), each);
  }
  json_object object;
  object.add("function", function.name).add("type", is_single ? "f32" : "f64").add("results", list);
  print_line(object.text());
}

}  // namespace

exit_code run_eval(request const& wanted) {
  auto const& function = function_of(wanted.eval);
  auto const all = evaluate(function, wanted.eval);
  if (wanted.output.json)
    print_json(function, all, wanted.eval.is_single);
  else if (wanted.output.hex || wanted.output.decimal)
    for (auto const& each : all) print_line(wanted.output.hex ? hexadecimal(each.value) : decimal(each.value));
  else
    print_evaluations(function, all);
  return exit_code::success;
}

}  // namespace isobit::tool
