#include "report.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "../basics/failure.hpp"
#include "json.hpp"

namespace isobit::tool {
namespace {

std::string skipped_text(report const& result) {
  std::uint64_t const count = result.skipped.bad;
  return "skipped " + std::to_string(count) + (count == 1 ? " bad entry" : " bad entries");
}

}  // namespace

void print_line(std::string const& line) {
  if (std::fputs((line + "\n").c_str(), stdout) < 0 || std::fflush(stdout) != 0)
    throw failure(exit_code::io, std::string("standard output cannot be written: ") + std::strerror(errno));
}

void require_good(report const& result) {
  if (result.count == 0 && result.skipped.bad != 0)
    throw failure(exit_code::bad_data,
                  "no number is left: " + skipped_text(result) + "; is this the right --format, or the right column?");
}

void print_remarks(report const& result, output_options const& output) {
  if (output.quiet) return;
  if (result.skipped.bad != 0) std::fprintf(stderr, "isobit: %s\n", skipped_text(result).c_str());
  if (std::uint64_t const count = result.skipped.missing; count != 0)
    std::fprintf(stderr, "isobit: left out %llu missing %s\n", static_cast<unsigned long long>(count),
                 count == 1 ? "value" : "values");
  if (result.count == 0) std::fprintf(stderr, "isobit: the input holds no numbers\n");
}

void print(report const& result, std::vector<std::string> const& files, output_options const& output) {
  require_good(result);
  if (output.json) {
    json_object object;
    object.add("operation", result.operation);
    if (result.how)
      object.add("method", result.how->method)
          .add("promise", result.how->promise)
          .add("state_bytes", result.how->state_bytes);
    object.add("type", result.values[0].is_single ? "f32" : "f64");
    add_result(object, "", result.values[0]);
    if (result.values.size() > 1) add_result(object, "imaginary_", result.values[1]);
    object.add("count", result.count).add("skipped", result.skipped.bad).add("missing", result.skipped.missing);
    object.add("files", files);
    print_line(object.text());
    return;
  }
  print_remarks(result, output);
  std::string line;
  if (!output.hex)
    for (auto const& value : result.values) line += (line.empty() ? "" : "  ") + decimal(value);
  if (!output.decimal)
    for (auto const& value : result.values) line += (line.empty() ? "" : "  ") + hexadecimal(value);
  print_line(line);
}

}  // namespace isobit::tool
