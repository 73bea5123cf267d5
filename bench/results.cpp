#include "results.hpp"

#include <cstdio>

#include "report_file.hpp"

namespace bench {

void write_json(std::string const& path, std::string const& command, std::vector<record> const& records) {
  std::vector<json_object> results;
  for (auto const& [operation, test, result] : records)
    for (auto const& t : result.timings)
      results.push_back(json_object()
                            .add("operation", operation)
                            .add("class", name(test.values))
                            .add("size", test.size)
                            .add("threads", test.threads)
                            .add("contender", t.name)
                            .add_rounded("nanoseconds", t.nanoseconds)
                            .add_rounded("ratio", t.ratio)
                            .add_rounded("lower_ratio", t.ratios.lower)
                            .add_rounded("upper_ratio", t.ratios.upper)
                            .add_rounded("quiet_nanoseconds", t.quiet_nanoseconds)
                            .add_rounded("quiet_ratio", t.quiet_ratio)
                            .add("correct", result.correct));
  auto facts = facts_of_run(command);
  facts.add("start_offset", start_offset).add("seed", seed);
  write_report(path, facts, results);
}

std::string table_line(record const& one) {
  char text[160];
  auto const& timings = one.result.timings;
  std::snprintf(text, sizeof text, "%-10s %-15s %9zu %3zu  %12.1f %12.1f ns  %6.2f %6.2f %6.2f %6.2f  %s",
                one.operation.c_str(), std::string(name(one.test.values)).c_str(), one.test.size, one.test.threads,
                timings[0].quiet_nanoseconds, timings[1].quiet_nanoseconds, timings[1].ratio, timings[1].ratios.lower,
                timings[1].ratios.upper, timings[1].quiet_ratio, one.result.correct ? "bits right" : "WRONG BITS");
  std::string line = text;
  for (std::size_t k = 2; k < timings.size(); ++k) {
    std::snprintf(text, sizeof text, "  %s %.2f", timings[k].name.c_str(), timings[k].quiet_ratio);
    line += text;
  }
  return line;
}

}  // namespace bench
