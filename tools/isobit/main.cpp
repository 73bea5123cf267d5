#include <isobit/instruction_set.hpp>

#include "command/commands.hpp"
#include "command/start_mpi.hpp"

namespace {

using namespace isobit::tool;

exit_code run(request const& wanted) {
  // Refuses an ISOBIT_FORCE_ISA that this machine lacks, even where the input is too small to need it.
  if (wanted.what != subcommand::completion) static_cast<void>(isobit::active_instruction_set());
  switch (wanted.what) {
  case subcommand::sum:
    return run_sum(wanted);
  case subcommand::dot:
    return run_dot(wanted);
  case subcommand::norm:
    return run_norm(wanted);
  case subcommand::mean:
    return run_mean(wanted);
  case subcommand::variance:
    return run_variance(wanted);
  case subcommand::matrix:
    return run_matrix(wanted);
  case subcommand::study:
    return run_study(wanted);
  case subcommand::tree_plan:
    return run_tree_plan(wanted);
  case subcommand::audit:
    return run_audit(wanted);
  case subcommand::preload:
    return run_preload(wanted);
  case subcommand::diff:
    return run_diff(wanted);
  case subcommand::eval:
    return run_eval(wanted);
  case subcommand::verify:
    return run_verify(wanted);
  case subcommand::info:
    return run_info(wanted);
  case subcommand::completion:
    return run_completion(wanted);
  }
  return exit_code::usage;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (asks_for_mpi(argc, argv)) start_mpi(argv);
    auto const line = parse_command_line(argc, argv);
    return line.leave ? line.status : static_cast<int>(run(line.wanted));
  } catch (...) {
    return complain(current_failure());
  }
}
