#include "../output/output_folder.hpp"
#include "../output/report.hpp"
#include "commands.hpp"

namespace isobit::tool {

exit_code run_study(request const& wanted) {
  auto const& options = wanted.study;
  output_folder folder(options.output, options.force);
  progress watcher(work_of_orderings(options) + work_of_levels(options) + work_of_parts(options), !options.quiet,
                   progress::unit::steps);
  auto const orderings = study_orderings(options, watcher);
  auto const levels = study_levels(options, watcher);
  auto const parts = study_parts(options, watcher);
  watcher.clear();
  folder.add("orderings.csv", orderings.numbers.csv());
  folder.add("orderings.svg", plot_of_orderings(orderings));
  folder.add("levels.csv", levels.numbers.csv());
  folder.add("levels.svg", plot_of_levels(levels));
  folder.add("parts.csv", parts.numbers.csv());
  folder.add("parts.svg", plot_of_parts(parts));
  folder.add("README.md", report_of(options, orderings, levels, parts));
  folder.commit();
  if (!orderings.promises_kept || !parts.promises_kept)
    throw failure(exit_code::bad_data, "a method broke its promise; see README.md in " + options.output);
  print_line(options.output + ": every method kept its promise; README.md says more");
  return exit_code::success;
}

}  // namespace isobit::tool
