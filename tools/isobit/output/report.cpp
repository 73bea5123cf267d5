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
    object.text("operation", result.operation);
    if (result.how)
      object.text("method", result.how->method)
          .text("promise", result.how->promise)
          .integer("state_bytes", result.how->state_bytes);
    object.text("type", result.values[0].is_single ? "f32" : "f64");
    object.result("", result.values[0]);
    if (result.values.size() > 1) object.result("imaginary_", result.values[1]);
    object.integer("count", result.count).integer("skipped", result.skipped).strings("files", files);
    print_line(object.str());
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
