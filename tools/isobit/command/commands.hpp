#pragma once

#include "../basics/failure.hpp"
#include "command_line.hpp"

namespace isobit::tool {

// One function for every subcommand; each throws `failure` where it cannot do what was asked.

exit_code run_sum(request const& wanted);
exit_code run_dot(request const& wanted);
exit_code run_norm(request const& wanted);
exit_code run_mean(request const& wanted);
exit_code run_variance(request const& wanted);
/// sum, norm, mean and variance of several columns, or by groups of rows.
exit_code run_table(request const& wanted);
exit_code run_matrix(request const& wanted);
exit_code run_study(request const& wanted);
exit_code run_tree_plan(request const& wanted);
exit_code run_audit(request const& wanted);
exit_code run_preload(request const& wanted);
exit_code run_diff(request const& wanted);
exit_code run_eval(request const& wanted);
exit_code run_verify(request const& wanted);
exit_code run_verify_libm(request const& wanted);
exit_code run_info(request const& wanted);
exit_code run_completion(request const& wanted);

}  // namespace isobit::tool
