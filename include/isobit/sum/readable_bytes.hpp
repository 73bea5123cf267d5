#pragma once

#include <cstddef>
#include <span>

#include <isobit/sum/exact.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace detail {

/// Whether `State::deserialise` reads these bytes, for callers that no exception may reach.
template <class State> [[nodiscard]] ISOBIT_API bool is_readable(std::span<std::byte const> bytes);

/// How long the first of states that follow each other is, by what its head says: no more than there are bytes. What is
/// wrong with it, `deserialise` says.
[[nodiscard]] ISOBIT_API std::size_t size_of_first_state(std::span<std::byte const> bytes) noexcept;

}  // namespace detail
ISOBIT_NAMESPACE_END
