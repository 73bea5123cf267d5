#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace isobit::tool {

/// With a comma after every three digits.
inline std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, ",");
  return text;
}

/// "1 call", "1,234 calls"; `many` is for words that get more than an s.
std::string plural(std::integral auto count, std::string_view word, std::string_view many = {}) {
  std::string const text = grouped(static_cast<std::uint64_t>(count)) + " ";
  if (count != 1 && !many.empty()) return text + std::string(many);
  return text + std::string(word) + (count == 1 ? "" : "s");
}

}  // namespace isobit::tool
