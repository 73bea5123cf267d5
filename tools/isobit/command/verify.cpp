#include <algorithm>
#include <cstdio>

#include <isobit/driver/serial.hpp>
#include <isobit/driver/threads.hpp>
#include <isobit/instruction_set.hpp>

#include "../output/json.hpp"
#include "../output/report.hpp"
#include "../verify/certificate.hpp"
#include "../verify/worker.hpp"
#include "commands.hpp"

namespace isobit::tool {
namespace {

struct check {
  std::string instruction_set;
  worker_line line;
  [[nodiscard]] bool passed() const { return line.hash == golden_certificate; }
};

std::vector<check> run_checks(std::size_t threads, bool show) {
  std::vector<check> checks;
  for (auto const set : available_instruction_sets()) {
    std::string const set_name(name(set));
    for (auto& line : compute_in_process(set_name, threads)) {
      checks.push_back({set_name, std::move(line)});
      auto const& last = checks.back();
      char text[160];
      std::snprintf(text, sizeof text, "%-8s %-12s %.16s  %s", set_name.c_str(), last.line.driver.c_str(),
                    last.line.hash.c_str(), last.passed() ? "ok" : "WRONG");
      if (show) print_line(text);
    }
  }
  return checks;
}

void print_json(std::vector<check> const& checks, std::string const& hash, bool passed) {
  std::vector<json_object> list;
  for (auto const& each : checks) {
    json_object object;
    object.add("instruction_set", each.instruction_set)
        .add("driver", each.line.driver)
        .add("certificate", each.line.hash);
    list.push_back(object.add("passed", each.passed()));
  }
  json_object all;
  all.add("passed", passed).add("certificate", hash).add("expected", golden_certificate).add("checks", list);
  print_line(all.text());
}

}  // namespace

exit_code run_verify(request const& wanted) {
  if (wanted.libm) return run_verify_libm(wanted);
  std::size_t const threads = wanted.input.threads != 0
                                  ? wanted.input.threads
                                  : std::min<std::size_t>(isobit::threads().count(), 8);
  if (wanted.worker) {
    for (auto const& line : compute_with_all_drivers(threads)) print_line(line.driver + " " + line.hash);
    return exit_code::success;
  }
  if (wanted.list) {
    for (auto const& group : compute_certificate(serial()).groups) print_line(group.hash + "  " + group.name);
    return exit_code::success;
  }
  auto const checks = run_checks(threads, !wanted.output.json);
  bool const passed =
      !checks.empty() && std::all_of(checks.begin(), checks.end(), [](check const& each) { return each.passed(); });
  auto const wrong = std::find_if(checks.begin(), checks.end(), [](check const& each) { return !each.passed(); });
  std::string const hash = wrong != checks.end() ? wrong->line.hash : golden_certificate;
  if (wanted.output.json) {
    print_json(checks, hash, passed);
  } else {
    print_line("certificate " + hash);
    print_line(passed ? "verified: every instruction set and thread count of this machine gives the right bits"
                      : "FAILED: the certificate must be " + std::string(golden_certificate) +
                            "; please report this machine with the output of `isobit info`");
  }
  return passed ? exit_code::success : exit_code::bad_data;
}

}  // namespace isobit::tool
