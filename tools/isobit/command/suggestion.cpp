#include "suggestion.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace isobit::tool {
namespace {

/// How many letters have to be put in, taken out or replaced to make one word of the other.
std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      std::size_t const replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = std::exchange(row[j + 1], std::min({row[j] + 1, row[j + 1] + 1, replaced}));
    }
  }
  return row.back();
}

}  // namespace

std::string suggestion(std::string_view word, std::vector<std::string> const& possible) {
  // The beginning of a word is no mistake.
  auto const edits = [&](std::string const& each) { return each.starts_with(word) ? 0 : edits_between(word, each); };
  auto const nearest = std::min_element(possible.begin(), possible.end(),
                                        [&](auto const& a, auto const& b) { return edits(a) < edits(b); });
  std::size_t const near_enough = std::max<std::size_t>(word.size() / 3, 1);
  if (word.size() > 1 && nearest != possible.end() && edits(*nearest) <= near_enough)
    return "did you mean " + *nearest + "?";
  std::string list;
  for (auto const& each : possible) list += (list.empty() ? "there are " : ", ") + each;
  return list;
}

}  // namespace isobit::tool
