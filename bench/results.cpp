#include "results.hpp"

#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <thread>

#include <isobit/instruction_set.hpp>

#include "machine.hpp"

namespace bench {
namespace {

std::string quoted(std::string const& text) {
  std::string out = "\"";
  for (char const c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return out + '"';
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

}  // namespace

void write_json(std::string const& path, std::string const& command, std::vector<record> const& records) {
  std::ofstream out(path);
  out << "{\n\"command\": " << quoted(command) << ",\n\"processor\": " << quoted(processor_name())
      << ",\n\"hardware_threads\": " << std::thread::hardware_concurrency()
      << ",\n\"compiler\": " << quoted(compiler_name())
      << ",\n\"instruction_set\": " << quoted(std::string(isobit::name(isobit::active_instruction_set())))
      << ",\n\"start_offset\": " << start_offset << ",\n\"seed\": " << seed << ",\n\"results\": [";
  char const* separator = "\n";
  for (auto const& [operation, test, result] : records)
    for (auto const& t : result.timings) {
      out << separator << "{\"operation\": " << quoted(operation)
          << ", \"class\": " << quoted(std::string(name(test.values))) << ", \"size\": " << test.size
          << ", \"threads\": " << test.threads << ", \"contender\": " << quoted(t.name)
          << ", \"nanoseconds\": " << number(t.nanoseconds) << ", \"ratio\": " << number(t.ratio)
          << ", \"quiet_nanoseconds\": " << number(t.quiet_nanoseconds)
          << ", \"quiet_ratio\": " << number(t.quiet_ratio) << ", \"correct\": " << (result.correct ? "true" : "false")
          << "}";
      separator = ",\n";
    }
  out << "\n]\n}\n";
  out.close();
  if (!out) throw std::runtime_error("cannot write '" + path + "'");
}

std::string table_line(record const& one) {
  char text[160];
  auto const& timings = one.result.timings;
  std::snprintf(text, sizeof text, "%-10s %-15s %9zu %3zu  %12.1f %12.1f ns  %6.2f %6.2f  %s", one.operation.c_str(),
                std::string(name(one.test.values)).c_str(), one.test.size, one.test.threads,
                timings[0].quiet_nanoseconds, timings[1].quiet_nanoseconds, timings[1].ratio, timings[1].quiet_ratio,
                one.result.correct ? "bits right" : "WRONG BITS");
  std::string line = text;
  for (std::size_t k = 2; k < timings.size(); ++k) {
    std::snprintf(text, sizeof text, "  %s %.2f", timings[k].name.c_str(), timings[k].quiet_ratio);
    line += text;
  }
  return line;
}

}  // namespace bench
