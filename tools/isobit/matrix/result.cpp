#include "result.hpp"

#include <cstdio>
#include <string_view>

#include "../basics/failure.hpp"
#include "../output/report.hpp"

namespace isobit::tool {

void require_one_on_standard_output(matrix_options const& options, output_options const& output) {
  if (options.output == "-" && output.json)
    throw failure(exit_code::usage, "--json and --output - cannot share the standard output; name a file");
}

void print_result(json_object const& object, std::string const& line, matrix_options const& options,
                  output_options const& output) {
  if (output.json)
    print_line(object.text());
  else if (options.output != "-")
    print_line(line);
  else if (!output.quiet)
    std::fprintf(stderr, "isobit: %s\n", line.c_str());
}

std::string plain_message(error const& problem) {
  std::string_view message = problem.what();
  while (message.starts_with("isobit::") || message.starts_with("matrix_market: "))
    message.remove_prefix(message.find(": ") + 2);
  return std::string(message);
}

std::string counted(std::int64_t count, std::string const& one, std::string const& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

}  // namespace isobit::tool
