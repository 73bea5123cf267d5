#pragma once

#include <iostream>
#include <optional>
#include <string>

#include "../audit/options.hpp"
#include "../eval/options.hpp"
#include "../input/options.hpp"
#include "../matrix/options.hpp"
#include "../method/method.hpp"
#include "../output/options.hpp"
#include "../study/study.hpp"
#include "../tree_plan/options.hpp"

namespace isobit::tool {

enum class subcommand {
  sum,
  dot,
  norm,
  mean,
  variance,
  matrix,
  study,
  tree_plan,
  audit,
  preload,
  diff,
  eval,
  verify,
  info,
  completion
};

enum class norm_kind { euclidean, squared, magnitudes };

/// Everything the user asked for.
struct request {
  subcommand what = subcommand::sum;
  input_options input;
  output_options output;
  std::optional<tool::method> method;  ///< sum: how to add; exact unless given
  bool mpi = false;                    ///< sum, matrix solve: over the ranks of an MPI job; for isobit-mpi
  norm_kind norm = norm_kind::euclidean;
  bool population = false;  ///< variance: divide by n instead of n - 1
  matrix_options matrix;
  study_options study;
  tree_plan_options tree_plan;
  audit_options audit;
  diff_options diff;
  eval_options eval;
  bool list = false;  ///< verify: print the hash of every group
  bool libm = false;  ///< verify: compare the platform's elementary functions
  std::uint64_t libm_arguments = 1000000;
  bool worker = false;  ///< verify: this process is one that verify started
  std::string shell;    ///< completion
};

/// What came of reading the command line: a request, or (after --help, or an error) the status to leave with.
struct command_line {
  request wanted;
  bool leave = false;
  int status = 0;
};

/// Help goes to `out`, what is wrong with the arguments to `problems`.
command_line parse_command_line(int argc, char** argv, std::ostream& out = std::cout,
                                std::ostream& problems = std::cerr);

}  // namespace isobit::tool
