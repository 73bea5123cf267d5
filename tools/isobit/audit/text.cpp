#include "text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "../basics/utf8.hpp"

namespace isobit::tool {
namespace {

constexpr std::uint64_t saturated = std::numeric_limits<std::uint64_t>::max();

std::string formatted(char const* format, double x) {
  char text[64];
  std::snprintf(text, sizeof text, format, x);
  return text;
}

}  // namespace

std::string ulps_text(std::uint64_t ulps) {
  if (ulps == saturated) return "not finite";
  return ulps < 1000000 ? grouped(ulps) : three_digits(static_cast<double>(ulps));
}

std::string ulps_bound(std::uint64_t ulps) {
  return ulps == saturated ? "at worst an infinity or NaN in place of a number"
                           : "by at most " + ulps_text(ulps) + (ulps == 1 ? " ulp" : " ulps");
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  if (part == 0 || part == whole) return part == 0 ? "0 %" : "100 %";
  double const share = 100 * static_cast<double>(part) / static_cast<double>(whole);
  return share > 99.9 ? ">99.9 %" : three_digits(share) + " %";
}

std::string three_digits(double x) {
  if (std::isinf(x)) return "infinite";
  if (x == 0) return "0";
  x *= 1 + 1e-15;  // ties go up: C and JavaScript would disagree on them
  if (x >= 1e-4 && x < 999.5) {
    std::string const text = formatted("%#.3g", x);
    return text.back() == '.' ? text.substr(0, text.size() - 1) : text;
  }
  std::string const text = formatted("%.2e", x);
  auto const letter = text.find('e');
  return text.substr(0, letter + 1) + std::to_string(std::stoi(text.substr(letter + 1)));
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string lines;
  std::size_t column = indent;
  while (!text.empty()) {
    // Blanks inside of a label ("dot  cg.c:17") stay where its line goes on.
    auto const end = std::min(text.find(' ', text.find_first_not_of(' ')), text.size());
    auto word = text.substr(0, end);
    text.remove_prefix(end);
    if (column > indent && column + shown_width(word) > width) {
      word.remove_prefix(word.find_first_not_of(' '));
      lines += "\n" + std::string(indent, ' ');
      column = indent;
    }
    lines += word;
    column += shown_width(word);
  }
  return lines;
}

std::string ranges(std::vector<std::uint64_t> const& sorted) {
  std::string text;
  for (std::size_t i = 0; i < sorted.size();) {
    std::size_t last = i;
    while (last + 1 < sorted.size() && sorted[last + 1] == sorted[last] + 1) ++last;
    text += (text.empty() ? "" : ", ") + std::to_string(sorted[i]);
    if (last != i) text += (last == i + 1 ? ", " : " to ") + std::to_string(sorted[last]);
    i = last + 1;
  }
  return text;
}

}  // namespace isobit::tool
