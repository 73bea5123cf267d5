#pragma once

#include <isobit/driver/driver.hpp>

#include "../basics/failure.hpp"
#include "command_line.hpp"

namespace isobit::tool {

// The parts of `isobit matrix`, on the threads that were asked for.

exit_code run_matrix_assemble(request const& wanted, driver_ref const& on);
exit_code run_matrix_multiply(request const& wanted, driver_ref const& on);
exit_code run_matrix_solve(request const& wanted, driver_ref const& on);
exit_code run_matrix_info(request const& wanted, driver_ref const& on);

}  // namespace isobit::tool
