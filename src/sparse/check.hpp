#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>

#include <isobit/error.hpp>
#include <isobit/sparse/csr.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

/// Throws `error` (invalid argument): "isobit::sparse: <message>".
[[noreturn]] void refuse(std::string const& message);

/// Whether all are among the first `end`.
template <class Index> [[nodiscard]] bool are_below(std::span<Index const> indices, index end) noexcept {
  if (end <= 0) return indices.empty();
  // Where i is not among them, the sign bit of i or of last - i is set. A maximum of unsigned numbers takes SSE2
  // longer.
  using number = std::make_unsigned_t<Index>;
  auto const last = static_cast<number>(
      std::min<std::uint64_t>(static_cast<std::uint64_t>(end) - 1, std::numeric_limits<Index>::max()));
  number signs = 0;
  for (Index const i : indices) signs |= static_cast<number>(i) | (last - static_cast<number>(i));
  return signs >> (std::numeric_limits<number>::digits - 1) == 0;
}
/// Refuses contributions to rows, columns or elements that are not among the first `end`.
template <class Index> void check_indices(char const* what, std::span<Index const> indices, index end) {
  if (are_below(indices, end)) return;
  auto const bad = std::ranges::find_if(indices, [&](Index i) { return i < 0 || static_cast<index>(i) >= end; });
  refuse("contribution " + std::to_string(bad - indices.begin()) + " is for " + what + " " + std::to_string(*bad) +
         ", and there are " + std::to_string(end) + ", numbered from 0");
}

/// Refuses blocks that have no rows or columns, or so many that nobody means it.
void check_block(std::ptrdiff_t rows, std::ptrdiff_t columns);

}  // namespace sparse
ISOBIT_NAMESPACE_END
