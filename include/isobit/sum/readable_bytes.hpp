#pragma once

#include <cstddef>
#include <span>

#include <isobit/sum/exact.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace detail {

/// Whether `State::deserialise` reads these bytes, for callers that no exception may reach.
template <class State> [[nodiscard]] ISOBIT_API bool is_readable(std::span<std::byte const> bytes);

}  // namespace detail
ISOBIT_NAMESPACE_END
