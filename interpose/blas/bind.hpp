#pragma once

#include <string>
#include <vector>

namespace isobit::interpose::blas {

/// Leads all calls that a loaded LAPACK makes to BLAS, and to what else isobit has, to isobit's routines with integers
/// of that many bits, those to its own routines to these, and those to libm to isobit's functions. The order of
/// libraries in the process, which decided so far, knows nothing of the size of integers; and that a program has called
/// a LAPACK shall not show in the report as calls that it did not make. Returns the routines of BLAS that isobit has
/// not.
std::vector<std::string> bind_to_isobit(void* lapack, bool wide_integers);

}  // namespace isobit::interpose::blas
