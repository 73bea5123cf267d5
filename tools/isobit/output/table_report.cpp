#include "table_report.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "../basics/failure.hpp"
#include "../basics/printable.hpp"
#include "../basics/utf8.hpp"
#include "json.hpp"

namespace isobit::tool {
namespace {

/// The standard output, many lines at a time: there may be millions.
class line_writer {
public:
  void line(std::string_view text) {
    pending_.append(text).push_back('\n');
    if (pending_.size() > (std::size_t{64} << 10)) flush();
  }
  void flush() {
    if (std::fwrite(pending_.data(), 1, pending_.size(), stdout) != pending_.size() || std::fflush(stdout) != 0)
      throw failure(exit_code::io, std::string("standard output cannot be written: ") + std::strerror(errno));
    pending_.clear();
  }

private:
  std::string pending_;
};

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return std::string(text);
  std::string quoted = "\"";
  for (char const c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

using cells = std::vector<std::string>;

void add_value(cells& row, table_result const& result, output_options const& output) {
  if (!output.hex) row.push_back(result.value ? decimal(*result.value) : "");
  if (!output.decimal) row.push_back(result.value ? hexadecimal(*result.value) : "");
  row.push_back(std::to_string(result.count));
}

/// use(cells) with the names of what follows, and then with every row: a column's, or a group's.
template <class Use> void for_each_row(table_report const& report, output_options const& output, Use use) {
  auto const add_names = [&](cells& row, std::string const& of) {
    if (!output.hex) row.push_back(report.operation + of);
    if (!output.decimal) row.push_back("hex" + of);
    row.push_back("count" + of);
  };
  if (report.keys.empty()) {
    cells names = {"column"};
    add_names(names, "");
    use(names);
    for (std::size_t c = 0; c < report.columns.size(); ++c) {
      cells row = {report.columns[c].name};
      add_value(row, report.result(0, c), output);
      use(row);
    }
    return;
  }
  cells names = report.keys;
  for (auto const& each : report.columns) add_names(names, "(" + each.name + ")");
  use(names);
  for (std::size_t g = 0; g < report.groups; ++g) {
    cells row;
    for (std::size_t k = 0; k < report.keys.size(); ++k) row.emplace_back(report.key(g, k).value_or(""));
    for (std::size_t c = 0; c < report.columns.size(); ++c) add_value(row, report.result(g, c), output);
    use(row);
  }
}

void print_csv(table_report const& report, output_options const& output) {
  line_writer out;
  for_each_row(report, output, [&](cells const& row) {
    std::string line;
    for (auto const& each : row) line += (&each == &row.front() ? "" : ",") + csv_field(each);
    out.line(line);
  });
  out.flush();
}

/// Under each other, which takes going over the results twice.
void print_aligned(table_report const& report, output_options const& output) {
  std::vector<std::size_t> widths;
  for_each_row(report, output, [&](cells const& row) {
    widths.resize(row.size());
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], shown_width(printable(row[i])));
  });
  line_writer out;
  for_each_row(report, output, [&](cells const& row) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::string const text = row[i].empty() ? "-" : printable(row[i]);
      line += text;
      if (i + 1 < row.size()) line.append(std::max(widths[i], std::size_t{1}) - shown_width(text) + 2, ' ');
    }
    out.line(line);
  });
  out.flush();
}

json_object json_of(table_report::column const& column, table_result const& result) {
  json_object object;
  object.add("column", clean_utf8(column.name));
  if (result.value) {
    object.add("type", result.value->is_single ? "f32" : "f64");
    add_result(object, "", *result.value);
  } else {
    object.add_raw("value", "null");
  }
  return object.add("count", result.count);
}

/// One object, a group a line.
void print_json(table_report const& report, std::vector<std::string> const& files) {
  std::vector<json_object> others;
  for (auto const& each : report.others)
    others.push_back(json_object().add("column", clean_utf8(each.name)).add("why", clean_utf8(each.why)));
  line_writer out;
  json_object head;
  head.add("operation", report.operation);
  if (report.keys.empty()) {
    std::vector<json_object> columns;
    for (std::size_t c = 0; c < report.columns.size(); ++c) {
      auto const& column = report.columns[c];
      columns.push_back(json_of(column, report.result(0, c))
                            .add("skipped", column.skipped.bad)
                            .add("missing", column.skipped.missing));
    }
    head.add("columns", columns).add("not_numbers", others).add("skipped_rows", report.bad_rows).add("files", files);
    out.line(head.text());
    out.flush();
    return;
  }
  std::vector<json_object> skipped;
  for (auto const& each : report.columns)
    skipped.push_back(json_object()
                          .add("column", clean_utf8(each.name))
                          .add("skipped", each.skipped.bad)
                          .add("missing", each.skipped.missing));
  std::vector<std::string> keys;
  for (auto const& each : report.keys) keys.push_back(clean_utf8(each));
  head.add("by", keys).add("left_out", skipped).add("not_numbers", others).add("skipped_rows", report.bad_rows);
  head.add("files", files);
  std::string start = head.text();
  start.pop_back();
  out.line(start + ", \"groups\": [");
  for (std::size_t g = 0; g < report.groups; ++g) {
    std::vector<std::string> key;
    for (std::size_t k = 0; k < report.keys.size(); ++k) {
      auto const part = report.key(g, k);
      key.push_back(part ? json_string(clean_utf8(*part)) : "null");
    }
    std::vector<json_object> columns;
    for (std::size_t c = 0; c < report.columns.size(); ++c)
      columns.push_back(json_of(report.columns[c], report.result(g, c)));
    json_object group;
    group.add_raw("key", common::json_list(key, [](std::string const& part) { return part; })).add("columns", columns);
    out.line(group.text() + (g + 1 < report.groups ? "," : ""));
  }
  out.line("]}");
  out.flush();
}

void print_remarks(table_report const& report) {
  auto const remark = [](std::string const& text) { std::fprintf(stderr, "isobit: %s\n", text.c_str()); };
  auto const amount = [](std::uint64_t count, char const* one, char const* many) {
    return std::to_string(count) + (count == 1 ? one : many);
  };
  for (auto const& each : report.others) remark("left out column " + shown(each.name) + ": " + each.why);
  for (auto const& each : report.columns) {
    if (each.skipped.bad != 0)
      remark("column " + shown(each.name) + ": skipped " + amount(each.skipped.bad, " bad entry", " bad entries"));
    if (each.skipped.missing != 0)
      remark("column " + shown(each.name) + ": left out " +
             amount(each.skipped.missing, " missing value", " missing values"));
  }
  if (report.bad_rows != 0) remark("skipped " + amount(report.bad_rows, " bad row", " bad rows"));
  if (report.groups == 0) remark("the input holds no rows");
}

}  // namespace

void print(table_report const& report, std::vector<std::string> const& files, output_options const& output) {
  if (output.json) return print_json(report, files);
  if (!output.quiet) print_remarks(report);
  if (output.csv)
    print_csv(report, output);
  else
    print_aligned(report, output);
}

}  // namespace isobit::tool
