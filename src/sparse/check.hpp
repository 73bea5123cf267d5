#pragma once

#include <cstddef>
#include <string>

#include <isobit/error.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

/// Throws `error` (invalid argument): "isobit::sparse: <message>".
[[noreturn]] void refuse(std::string const& message);

/// Refuses blocks that have no rows or columns, or so many that nobody means it.
void check_block(std::ptrdiff_t rows, std::ptrdiff_t columns);

}  // namespace sparse
ISOBIT_NAMESPACE_END
