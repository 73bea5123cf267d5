#pragma once

#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <isobit/instruction_set.hpp>

#include "common/json.hpp"
#include "common/machine.hpp"

namespace bench {

/// Where and how a benchmark ran.
inline common::json_object facts_of_run(std::string const& command) {
  return common::json_object()
      .add("command", command)
      .add("processor", common::processor_name())
      .add("hardware_threads", std::thread::hardware_concurrency())
      .add("compiler", common::compiler_name())
      .add("instruction_set", isobit::name(isobit::active_instruction_set()));
}

/// What bench/report.py reads: a line for each result. Throws where the file cannot be written.
inline void write_report(std::string const& path, common::json_object facts,
                         std::vector<common::json_object> const& results) {
  auto const line = [](common::json_object const& one) { return "\n" + one.text(); };
  std::ofstream out(path);
  out << facts.add_raw("results", common::json_list(results, line, ",")).text() << "\n";
  out.close();
  if (!out) throw std::runtime_error("cannot write '" + path + "'");
}

}  // namespace bench
