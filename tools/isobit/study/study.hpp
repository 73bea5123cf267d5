#pragma once

#include <cstdint>
#include <string>

#include "../output/progress.hpp"
#include "csv_table.hpp"

namespace isobit::tool {

/// What the command line says about a study.
struct study_options {
  std::string output;
  std::string data;  ///< the folder with the thesis's numbers; "" where there is none
  std::uint64_t seed = 1;
  bool quick = false;
  bool force = false;
  bool quiet = false;
};

/// One of the papers' experiments: all of its numbers, what of them the report shows, and whether every method kept its
/// promise.
struct experiment {
  csv_table numbers;
  csv_table shown;
  bool promises_kept = true;
};

/// Demmel and Nguyen's Table I: relative errors over orderings of the same numbers.
experiment study_orderings(study_options const& options, progress& watcher);
/// Arteaga, Fuhrer and Hoefler's Figure 7: absolute errors over the number of elements, by levels.
experiment study_levels(study_options const& options, progress& watcher);
/// Stelz's Table 4.2: the difference between the largest and the smallest sum over the number of parts.
experiment study_parts(study_options const& options, progress& watcher);

// How many elements each of them adds up, over all methods: for the progress bar.
std::uint64_t work_of_orderings(study_options const& options);
std::uint64_t work_of_levels(study_options const& options);
std::uint64_t work_of_parts(study_options const& options);

// Their plots, as SVG.
std::string plot_of_orderings(experiment const& orderings);
std::string plot_of_levels(experiment const& levels);
std::string plot_of_parts(experiment const& parts);
/// README.md of the study.
std::string report_of(study_options const& options, experiment const& orderings, experiment const& levels,
                      experiment const& parts);

}  // namespace isobit::tool
