#include "audit_line.hpp"

namespace isobit::tool {
namespace {

void add_choice_of_library(CLI::App& app, audit_options& options) {
  app.add_option("--mpi", options.mpi, "which MPI the program runs with, where isobit cannot find out")
      ->check(CLI::IsMember({"openmpi", "mpich", "mpi-abi"}))
      ->type_name("openmpi|mpich|mpi-abi");
  app.add_option("--library", options.library, "libisobit_mpi_preload.so, where isobit cannot find it")
      ->type_name("FILE");
}

void add_preload(CLI::App& app, request& wanted) {
  auto* const preload =
      app.add_subcommand("preload", "print the line to export so that an MPI program's reductions are replaced");
  preload->callback([&wanted] { wanted.what = subcommand::preload; });
  preload->add_option("command", wanted.audit.command, "what will be run, behind --: mpirun -n 4 ./program")
      ->type_name("COMMAND");
  add_choice_of_library(*preload, wanted.audit);
}

void add_audit(CLI::App& app, request& wanted) {
  auto* const audit =
      app.add_subcommand("audit", "run an MPI program and report which reductions depend on their order");
  audit->callback([&wanted] { wanted.what = subcommand::audit; });
  auto& options = wanted.audit;
  audit->add_option("command", options.command, "what to run, behind --: mpirun -n 4 ./program arguments")
      ->type_name("COMMAND");
  audit
      ->add_option("-o,--output", options.output, "folder for logs, report.json and report.html (default isobit-audit)")
      ->type_name("DIR");
  audit->add_option("--report", options.report, "only report on what was recorded with ISOBIT_MPI_AUDIT=DIR")
      ->type_name("DIR")
      ->excludes(audit->get_option("--output"));
  add_choice_of_library(*audit, options);
  audit->add_flag("--force", options.force, "replace an older audit in the folder");
  audit->add_flag("--json", wanted.output.json, "print the report as JSON instead of the summary");
  audit->add_flag("-q,--quiet", options.quiet, "no summary and no progress bar");
}

void add_diff(CLI::App& app, request& wanted) {
  auto* const diff = app.add_subcommand("diff", "the first reduction in which two audited runs differ");
  diff->callback([&wanted] { wanted.what = subcommand::diff; });
  diff->add_option("run1", wanted.diff.one, "folder of an audit")->required()->type_name("DIR");
  diff->add_option("run2", wanted.diff.two, "folder of another")->required()->type_name("DIR");
  diff->add_option("--ignore", wanted.diff.ignored, "leave out places whose functions or files contain this")
      ->type_name("TEXT")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  diff->add_flag("--json", wanted.output.json, "print one JSON object");
  diff->add_flag("-q,--quiet", wanted.diff.quiet, "print nothing: the exit status says it");
}

}  // namespace

void add_audits(CLI::App& app, request& wanted) {
  add_audit(app, wanted);
  add_preload(app, wanted);
  add_diff(app, wanted);
}

}  // namespace isobit::tool
