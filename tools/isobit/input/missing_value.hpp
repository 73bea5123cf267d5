#pragma once

#include <algorithm>
#include <string_view>

namespace isobit::tool {

/// Whether a field or token stands for a value that is missing: nothing at all, or one of the words that R, pandas and
/// databases write, in either case.
inline bool is_missing_value(std::string_view token) noexcept {
  constexpr std::string_view words[] = {"", "na", "n/a", "#n/a", "<na>", "nan", "null", "none"};
  auto const same = [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b); };
  return std::any_of(std::begin(words), std::end(words), [&](std::string_view word) {
    return std::equal(word.begin(), word.end(), token.begin(), token.end(), same);
  });
}

}  // namespace isobit::tool
