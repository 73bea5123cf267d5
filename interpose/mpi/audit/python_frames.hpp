#pragma once

#include <string>
#include <vector>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// A function of Python, and the line that it is at.
struct python_frame {
  std::string file;
  std::string function;
  long line;
};

/// What Python runs on this thread, the innermost first, at most so many: nothing where there is no CPython in the
/// process, or the thread is not one of its own. Takes the interpreter's lock where mpi4py has let it go.
std::vector<python_frame> python_frames(std::size_t most);

/// Whether the address lies in the interpreter: what Python runs comes in place of its own functions.
bool is_in_python(void const* address);

}  // namespace interpose
ISOBIT_NAMESPACE_END
