#include "matrix.hpp"

#include <isobit/driver/threads.hpp>

#include "commands.hpp"

namespace isobit::tool {

exit_code run_matrix(request const& wanted) {
  threads const on = wanted.input.threads == 0 ? threads() : threads(wanted.input.threads);
  switch (wanted.matrix.action) {
  case matrix_action::assemble:
    return run_matrix_assemble(wanted, on);
  case matrix_action::multiply:
    return run_matrix_multiply(wanted, on);
  case matrix_action::solve:
    return run_matrix_solve(wanted, on);
  case matrix_action::info:
    return run_matrix_info(wanted, on);
  }
  return exit_code::usage;
}

}  // namespace isobit::tool
