#pragma once

#include <string>

#include <isobit/error.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace solver {

/// Throws `error`: "isobit::solver: <message>".
[[noreturn]] void refuse(std::string const& message, status code = status::invalid_argument);

}  // namespace solver
ISOBIT_NAMESPACE_END
