#include <isobit/sum/norm.hpp>

#include "../matrix/result.hpp"
#include "../matrix/solution.hpp"
#include "matrix.hpp"

namespace isobit::tool {

exit_code run_matrix_solve(request const& wanted, driver_ref const& on) {
  auto const& options = wanted.matrix;
  require_one_on_standard_output(options, wanted.output);
  progress watcher(size_of_file(options.matrix) + size_of_file(options.vectors), !wanted.output.quiet);
  market_file matrix(options.matrix, watcher), right_hand_side(options.vectors, watcher);
  require_system(matrix, right_hand_side);
  auto const a = matrix.read_sparse<double>(on);
  auto const b = right_hand_side.read_dense<double>().values;
  watcher.clear();
  solution found;
  found.x.resize(b.size());
  found.entries = a.entries();
  found.right_hand_side_norm = isobit::nrm2(b, on);
  solver::local_space<double> const here(a.rows, kept_driver::borrowed(on));
  solver::csr_map const map(here, a.view());
  found.how = solve(options, here, map, a.view(), b, found.x, !wanted.output.quiet);
  publish(found, options, wanted.output);
  return found.how.converged() ? exit_code::success : exit_code::unconverged;
}

}  // namespace isobit::tool
