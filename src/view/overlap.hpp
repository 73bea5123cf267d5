#pragma once

#include <cstdint>
#include <span>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace detail {

template <class T> [[nodiscard]] bool overlap(std::span<T const> a, std::span<T const> b) noexcept {
  auto const first_a = reinterpret_cast<std::uintptr_t>(a.data()), first_b = reinterpret_cast<std::uintptr_t>(b.data());
  return !a.empty() && !b.empty() && first_a < first_b + b.size_bytes() && first_b < first_a + a.size_bytes();
}

/// Whether results would overwrite arguments other than their own. Precondition: there are as many.
template <class T> [[nodiscard]] bool half_onto(std::span<T const> arguments, std::span<T const> results) noexcept {
  return arguments.data() != results.data() && overlap(arguments, results);
}
/// Why that is refused.
inline constexpr char half_onto_message[] =
    "the arrays overlap; results may go where the arguments are, or elsewhere, but not half onto them";

}  // namespace detail
ISOBIT_NAMESPACE_END
