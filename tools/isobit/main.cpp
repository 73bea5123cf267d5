#include <cstdio>
#include <exception>
#include <new>
#include <string_view>

#include <isobit/error.hpp>
#include <isobit/instruction_set.hpp>

#include "command/commands.hpp"

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
  case subcommand::study:
    return run_study(wanted);
  case subcommand::tree_plan:
    return run_tree_plan(wanted);
  case subcommand::verify:
    return run_verify(wanted);
  case subcommand::info:
    return run_info(wanted);
  case subcommand::completion:
    return run_completion(wanted);
  }
  return exit_code::usage;
}

exit_code complain(std::string_view message, exit_code code) {
  constexpr std::string_view prefix = "isobit: ";  // the library's messages have it already
  if (message.starts_with(prefix)) message.remove_prefix(prefix.size());
  std::fprintf(stderr, "isobit: %.*s\n", static_cast<int>(message.size()), message.data());
  return code;
}

exit_code guarded(request const& wanted) {
  try {
    return run(wanted);
  } catch (failure const& problem) {
    return complain(problem.what(), problem.code());
  } catch (isobit::error const& problem) {
    return complain(problem.what(),
                    problem.code() == isobit::status::unsupported ? exit_code::unsupported : exit_code::internal);
  } catch (std::bad_alloc const&) {
    return complain("out of memory", exit_code::internal);
  } catch (std::exception const& problem) {
    return complain(problem.what(), exit_code::internal);
  }
}

}  // namespace

int main(int argc, char** argv) {
  auto const line = parse_command_line(argc, argv);
  return line.leave ? line.status : static_cast<int>(guarded(line.wanted));
}
