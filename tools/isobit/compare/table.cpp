#include "table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "../output/json.hpp"
#include "../output/report.hpp"

namespace isobit::tool {
namespace {

std::string short_number(double x) {
  if (std::isinf(x)) return "infinite";
  if (std::isnan(x)) return "undefined";
  char text[32];
  std::snprintf(text, sizeof text, x != 0 && (x < 0.01 || x >= 1e6) ? "%.2e" : "%.2f", x);
  return text;
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

std::string names_of_right_methods(comparison const& table) {
  std::string names;
  for (auto const& row : table.rows)
    if (row.is_right) names += (names.empty() ? "" : ", ") + row.method;
  return names;
}

std::string time_of(row_facts const& facts) {
  if (!facts.time) return "-";
  char text[32];
  std::snprintf(text, sizeof text, *facts.time < 10 ? "%.2f" : "%.1f", *facts.time);
  return text;
}

/// With what there is to choose from, after a line of its own.
void print_choices(comparison const& table, std::size_t widest) {
  print_line(padded("method", 18) + padded("value", widest + 2) + padded("bits", 18) + padded("error (ulp)", 13) +
             padded("time", 8) + padded("promise", 19) + "state");
  bool in_choices = false;
  for (auto const& row : table.rows) {
    if (row.facts->is_choice && !in_choices) print_line("--method");
    in_choices = row.facts->is_choice;
    bool const refused = !row.refusal.empty();
    print_line(padded((in_choices ? "  " : "") + row.method, 18) +
               padded(refused ? "refused" : decimal(row.value), widest + 2) +
               padded(refused ? "-" : bits(row.value), 18) +
               padded(refused ? "-" : short_number(row.error_in_ulp), 13) + padded(time_of(*row.facts), 8) +
               padded(row.facts->promise, 19) + std::to_string(row.facts->state_bytes) + " B");
  }
}

void print_rows(comparison const& table, std::size_t widest) {
  print_line(padded("method", 15) + padded("value", widest + 2) + padded("bits", 18) + padded("hex float", 26) +
             "error (ulp)");
  for (auto const& row : table.rows)
    print_line(padded(row.method, 15) + padded(decimal(row.value), widest + 2) + padded(bits(row.value), 18) +
               padded(hexadecimal(row.value), 26) + short_number(row.error_in_ulp));
}

void print_table(std::string const& operation, comparison const& table) {
  std::size_t widest = 5;
  for (auto const& row : table.rows)
    widest = std::max(widest, row.refusal.empty() ? decimal(row.value).size() : std::string("refused").size());
  if (table.rows.front().facts)
    print_choices(table, widest);
  else
    print_rows(table, widest);
  print_line("");
  print_line(operation + " of " + std::to_string(table.count) + (table.is_single ? " f32" : " f64") +
             (table.count == 1 ? " element" : " elements") + ", condition number " + short_number(table.condition));
  print_line("Verdict: " + verdict(table));
}

void add_facts(json_object& method, row_facts const& facts) {
  method.add("choice", facts.is_choice).add("promise", facts.promise).add("state_bytes", facts.state_bytes);
  method.add_raw("relative_time", json_number(facts.time.value_or(std::numeric_limits<double>::quiet_NaN())));
}

}  // namespace

std::string verdict(comparison const& table) {
  auto const& plain = table.rows.front();
  auto const& exact = table.rows.back();
  if (table.count == 0) return "there is nothing to add.";
  if (!is_finite(exact.value))
    return "the exact result is itself " + decimal(exact.value) + "; no method can do better than say so.";
  if (std::all_of(table.rows.begin(), table.rows.end(), [](auto const& row) { return row.is_right; }))
    return "every method happens to be right for this order of the numbers; only exact is right for every order.";
  std::string text;
  double const digits = table.is_single ? 7.22 : 15.95;
  if (plain.is_right) {
    text = "left-to-right happens to be right for this order of the numbers, but not every method is.";
  } else if (!is_finite(plain.value)) {
    text = "left-to-right breaks down: it overflows on the way to a finite result.";
  } else if (std::isinf(plain.error_in_ulp)) {
    text = "the numbers cancel to exactly zero, and left-to-right misses it.";
  } else {
    int const right = static_cast<int>(std::clamp(digits - std::log10(std::max(1.0, plain.error_in_ulp)), 0.0, digits));
    text = "left-to-right is off by " + short_number(plain.error_in_ulp) + " ulp, " +
           (right == 0 ? "so not one of its digits is right."
                       : "so about " + std::to_string(right) + " of its digits are right.");
  }
  text += " Right here: " + names_of_right_methods(table) + ".";
  if (table.condition > std::pow(10.0, digits))
    text += " The terms cancel so much that methods with rounding errors can be wrong in every digit.";
  return text;
}

void print_comparison(std::string const& operation, comparison const& table, left_out skipped,
                      input_options const& input, output_options const& output) {
  report const facts{operation, {}, table.count, skipped};
  require_good(facts);
  if (!output.json) {
    print_remarks(facts, output);
    print_table(operation, table);
    return;
  }
  std::vector<json_object> methods;
  for (auto const& row : table.rows) {
    json_object method;
    method.add("method", row.method);
    if (row.refusal.empty())
      add_result(method, "", row.value).add_raw("error_in_ulp", json_number(row.error_in_ulp));
    else
      method.add("refused", row.refusal);
    method.add("right", row.is_right);
    if (row.facts) add_facts(method, *row.facts);
    methods.push_back(method);
  }
  json_object object;
  object.add("operation", operation).add("type", table.is_single ? "f32" : "f64").add("methods", methods);
  object.add_raw("condition_number", json_number(table.condition))
      .add("count", table.count)
      .add("skipped", skipped.bad);
  object.add("missing", skipped.missing).add("files", input.files).add("verdict", verdict(table));
  print_line(object.text());
}

}  // namespace isobit::tool
