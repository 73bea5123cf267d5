#pragma once

#include <string_view>

namespace isobit::interpose::blas {

/// The elementary function that LAPACK shall call in place of the C library's of that name, whose bits depend on its
/// version and on the processor; null for names of anything else.
void* function_for_lapack(std::string_view name);

}  // namespace isobit::interpose::blas
