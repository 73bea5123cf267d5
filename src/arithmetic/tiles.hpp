#pragma once

#include <isobit/version.hpp>

/// Tiles of bytes that are multiplied in one instruction (AMX). Their registers belong to a process only once it has
/// asked the system for them: not before there is something to multiply.
ISOBIT_NAMESPACE_BEGIN
namespace arithmetic {

/// Whether the processor has tiles of bytes and the system looks after them. Asks for nothing.
[[nodiscard]] bool has_tiles() noexcept;
/// Asks the system for the tiles, on behalf of all threads; whether it grants them.
[[nodiscard]] bool ask_for_tiles() noexcept;

}  // namespace arithmetic
ISOBIT_NAMESPACE_END
