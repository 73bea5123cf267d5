#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN

/// The whole number that a text begins with, after spaces: of "8", "4,2" and " 4(x2)". None where it begins otherwise.
[[nodiscard]] inline std::optional<std::size_t> first_number(std::string_view text) noexcept {
  auto const begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return std::nullopt;
  std::size_t value = 0;
  auto const [end, problem] = std::from_chars(text.data() + begin, text.data() + text.size(), value);
  if (problem != std::errc{}) return std::nullopt;
  return value;
}

ISOBIT_NAMESPACE_END
