#include "report.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "../basics/failure.hpp"
#include "json.hpp"

namespace isobit::tool {

void print_line(std::string const& line) {
  if (std::fputs((line + "\n").c_str(), stdout) < 0 || std::fflush(stdout) != 0)
    throw failure(exit_code::io, std::string("standard output cannot be written: ") + std::strerror(errno));
}

void print_remarks(report const& result, output_options const& output) {
  if (output.quiet) return;
  if (result.skipped != 0)
    std::fprintf(stderr, "isobit: skipped %llu bad %s\n", static_cast<unsigned long long>(result.skipped),
                 result.skipped == 1 ? "entry" : "entries");
  if (result.count == 0) std::fprintf(stderr, "isobit: the input holds no numbers\n");
}

void print(report const& result, std::vector<std::string> const& files, output_options const& output) {
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
    object.add("count", result.count).add("skipped", result.skipped).add("files", files);
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
