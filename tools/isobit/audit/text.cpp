#include "text.hpp"

#include <cmath>
#include <cstdio>
#include <limits>

namespace isobit::tool {
namespace {

constexpr std::uint64_t saturated = std::numeric_limits<std::uint64_t>::max();

std::string formatted(char const* format, double x) {
  char text[64];
  std::snprintf(text, sizeof text, format, x);
  return text;
}

}  // namespace

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, ",");
  return text;
}

std::string plural(std::uint64_t number, std::string_view word) {
  return grouped(number) + " " + std::string(word) + (number == 1 ? "" : "s");
}

std::string ulps_text(std::uint64_t ulps) { return ulps == saturated ? "not finite" : grouped(ulps); }

std::string ulps_bound(std::uint64_t ulps) {
  return ulps == saturated ? "at worst an infinity or NaN in place of a number" : "by at most " + plural(ulps, "ulp");
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  if (part == whole || whole == 0) return whole == 0 ? "0 %" : "100 %";
  double const share = 100 * static_cast<double>(part) / static_cast<double>(whole);
  if (share > 99.9) return "more than 99.9 %";
  return formatted(share >= 10 ? "%.1f %%" : "%.2g %%", share);
}

std::string short_number(double x) {
  if (std::isinf(x)) return "infinite";
  if (x < 1000) return formatted("%.3g", x);
  std::string const text = formatted("%.1e", x);
  auto const letter = text.find('e');
  return text.substr(0, letter + 1) + std::to_string(std::stoi(text.substr(letter + 1)));
}

std::string duration(std::uint64_t nanoseconds) {
  auto const x = static_cast<double>(nanoseconds);
  if (x < 1e3) return formatted("%.0f ns", x);
  if (x < 1e6) return formatted("%.3g us", x / 1e3);
  if (x < 1e9) return formatted("%.3g ms", x / 1e6);
  return formatted(x < 1e12 ? "%.3g s" : "%.0f s", x / 1e9);
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
