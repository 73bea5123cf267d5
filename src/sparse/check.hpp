#pragma once

#include <string>

#include <isobit/error.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

/// Throws `error` (invalid argument): "isobit::sparse: <message>".
[[noreturn]] void refuse(std::string const& message);

}  // namespace sparse
ISOBIT_NAMESPACE_END
