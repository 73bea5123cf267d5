#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "../audit/folder.hpp"
#include "../audit/library.hpp"
#include "../audit/process.hpp"
#include "../audit/report.hpp"
#include "../output/report.hpp"
#include "commands.hpp"
#include "common/environment.hpp"

namespace isobit::tool {
namespace {

using common::environment_variable;

std::size_t terminal_width() {
  winsize size = {};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0) return size.ws_col;
  std::size_t const columns = std::strtoul(environment_variable("COLUMNS").data(), nullptr, 10);
  return columns >= 40 ? columns : 120;
}

/// The variables of the program. Open MPI hands on to other nodes only what it is told to.
std::map<std::string, std::string> variables_of(std::filesystem::path const& library,
                                                std::filesystem::path const& folder) {
  std::string const before(environment_variable("LD_PRELOAD"));
  std::map<std::string, std::string> all = {{"LD_PRELOAD", library.string() + (before.empty() ? "" : ":" + before)},
                                            {"ISOBIT_MPI_AUDIT", folder.string()}};
  std::string exported = "LD_PRELOAD;ISOBIT_MPI_AUDIT";
  for (auto const* const name :
       {"ISOBIT_MPI", "ISOBIT_MPI_SEED", "ISOBIT_MPI_STRICT", "ISOBIT_MPI_RECV", "ISOBIT_MPI_ROUTE"})
    if (std::getenv(name) != nullptr) exported += std::string(";") + name;
  if (std::getenv("OMPI_MCA_mca_base_env_list") == nullptr) all["OMPI_MCA_mca_base_env_list"] = exported;
  return all;
}

/// Open MPI's mpirun takes either -x or the variable; where the user has an -x, ours must be options, too.
std::vector<std::string> command_of(std::vector<std::string> command, std::map<std::string, std::string>& variables) {
  auto const launcher = find_launcher(command);
  for (std::size_t i = launcher; i < command.size(); ++i) {
    if (command[i] != "-x" && command[i] != "--x") continue;
    if (mpi_of_launcher(command[launcher]) != "openmpi") break;
    variables.erase("OMPI_MCA_mca_base_env_list");
    std::vector<std::string> const ours = {"-x", "LD_PRELOAD", "-x", "ISOBIT_MPI_AUDIT"};
    command.insert(command.begin() + static_cast<std::ptrdiff_t>(launcher) + 1, ours.begin(), ours.end());
    break;
  }
  return command;
}

void report_on(std::filesystem::path const& folder, request const& wanted) {
  auto const report = make_report(folder, !wanted.audit.quiet);
  std::string const json = json_of(report);
  write_reports(folder, json, page_of(json));
  if (wanted.output.json) {
    print_line(json);
  } else if (!wanted.audit.quiet) {
    bool const color = ::isatty(STDERR_FILENO) != 0 && environment_variable("NO_COLOR").empty();
    std::string const text = summary_of(report, terminal_width(), color) + "See " + (folder / "report.html").string() +
                             " and report.json.\n";
    std::fputs(text.c_str(), stderr);
  }
}

/// What went wrong after the program must not hide how the program ended.
int report_after(std::filesystem::path const& folder, request const& wanted, int status) {
  if (find_run(folder).ranks.empty()) {
    std::fprintf(stderr,
                 "isobit: audit: nothing was recorded: no rank called MPI_Init with isobit's library in it. Is it an "
                 "MPI program? Is the MPI linked statically? Does the launcher drop LD_PRELOAD?\n");
    return status;
  }
  try {
    report_on(folder, wanted);
  } catch (...) {
    int const problem = complain(current_failure());
    return status != 0 ? status : problem;
  }
  return status;
}

}  // namespace

exit_code run_audit(request const& wanted) {
  auto const& options = wanted.audit;
  if (!options.report.empty()) {
    if (!options.command.empty())
      throw failure(exit_code::usage, "audit: --report is for an audit that was recorded; leave the command out");
    report_on(options.report, wanted);
    return exit_code::success;
  }
  if (options.command.empty())
    throw failure(exit_code::usage, "audit: what should be run? isobit audit -- mpirun -n 4 ./program");
  auto const library = find_library(options, "audit");
  audit_folder folder(options.output, options.force);
  auto variables = variables_of(library, folder.path());
  int const status = run_program(command_of(options.command, variables), variables);
  folder.keep();
  return static_cast<exit_code>(report_after(folder.path(), wanted, status));
}

exit_code run_preload(request const& wanted) {
  auto const& options = wanted.audit;
  if (options.command.empty() && options.mpi.empty() && options.library.empty())
    throw failure(exit_code::usage, "preload: for which program? isobit preload -- mpirun -n 4 ./program, or --mpi");
  print_line("export LD_PRELOAD=" + find_library(options, "preload").string());
  return exit_code::success;
}

}  // namespace isobit::tool
