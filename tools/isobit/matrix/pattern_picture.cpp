#include "pattern_picture.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "../output/svg.hpp"

namespace isobit::tool {
namespace {

using namespace svg_text;

constexpr std::int64_t most_squares = 128;  // across or down
constexpr double longest_side = 600, shortest_side = 12, margin = 28, top = 70, least_picture_width = 480;
constexpr int shades = 4;

constexpr char pattern_style[] = R"(
  text { font: 12px system-ui, sans-serif; fill: #555 }
  .title { font-size: 15px; font-weight: 600; fill: #111 }
  .paper { fill: #fff }
  .frame { fill: none; stroke: #9aa0a6 }
  .s1 { fill: #b9d3ee } .s2 { fill: #7fb0e0 } .s3 { fill: #3f7fc1 } .s4 { fill: #12406f }
  @media (prefers-color-scheme: dark) {
    text { fill: #a8aeb5 } .title { fill: #f1f3f5 } .paper { fill: #14171a } .frame { stroke: #767d85 }
    .s1 { fill: #23415f } .s2 { fill: #376a9c } .s3 { fill: #68a4dd } .s4 { fill: #d3e7fb }
  }
)";

/// One side of the picture: places in groups of equal size.
struct side {
  std::int64_t places, group, squares;
  double length;

  side(std::int64_t count, std::int64_t longest)
      : places(count), group(parts(longest, most_squares)), squares(parts(count, group)),
        length(std::max(longest_side * static_cast<double>(count) / static_cast<double>(longest), shortest_side)) {}
  /// How many parts of a size a number has; at least one.
  static std::int64_t parts(std::int64_t number, std::int64_t size) {
    return number <= size ? 1 : (number - 1) / size + 1;
  }
  [[nodiscard]] double square() const { return length / static_cast<double>(squares); }
};

/// From the fewest entries of a square to the most, by their logarithm.
int shade_of(std::int64_t count, std::int64_t most) {
  if (count == most) return shades;
  double const share = std::log2(static_cast<double>(count) + 1) / std::log2(static_cast<double>(most) + 1);
  return std::clamp(1 + static_cast<int>(share * shades), 1, shades);
}

/// Squares of one shade that lie side by side are one rectangle.
std::string squares(std::vector<std::int64_t> const& counts, side const& across, side const& down) {
  std::int64_t const most = counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
  std::string drawn;
  for (std::int64_t i = 0; i < down.squares; ++i)
    for (std::int64_t j = 0, end = 0; j < across.squares; j = end) {
      auto const shade = [&](std::int64_t at) {
        std::int64_t const count = counts[static_cast<std::size_t>(i * across.squares + at)];
        return count == 0 ? 0 : shade_of(count, most);
      };
      for (end = j + 1; end < across.squares && shade(end) == shade(j);) ++end;
      if (shade(j) != 0)
        drawn += rectangle("s" + std::to_string(shade(j)), margin + static_cast<double>(j) * across.square(),
                           top + static_cast<double>(i) * down.square(), static_cast<double>(end - j) * across.square(),
                           down.square());
    }
  return drawn;
}

}  // namespace

std::string pattern_picture(std::string const& title, std::int64_t columns, std::span<std::int64_t const> offsets,
                            std::span<std::int64_t const> indices) {
  auto const rows = static_cast<std::int64_t>(offsets.size()) - 1;
  std::int64_t const longest = std::max({rows, columns, std::int64_t{1}});
  side const across(columns, longest), down(rows, longest);
  std::vector<std::int64_t> counts(static_cast<std::size_t>(across.squares * down.squares));
  for (std::int64_t i = 0; i < rows; ++i)
    for (auto k = static_cast<std::size_t>(offsets[static_cast<std::size_t>(i)]);
         k < static_cast<std::size_t>(offsets[static_cast<std::size_t>(i) + 1]); ++k)
      ++counts[static_cast<std::size_t>(i / down.group * across.squares + indices[k] / across.group)];
  double const width = std::max(2 * margin + across.length, least_picture_width), height = top + down.length + margin;
  std::string const size = std::to_string(across.group);
  std::string const note = across.group == 1
                               ? "a square is an entry"
                               : "a square is " + size + " x " + size + " places; the darker, the more entries";
  return "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", width) + attribute("height", height) +
         " viewBox=\"0 0 " + coordinate(width) + " " + coordinate(height) + "\" role=\"img\">\n<title>" +
         escaped(title) + "</title><style>" + pattern_style + "</style>\n" +
         rectangle("paper", 0, 0, width, height, 8) + text("title", margin, 30, escaped(title)) +
         text("note", margin, 50, note) + "<g shape-rendering=\"crispEdges\">\n" + squares(counts, across, down) +
         "</g>\n" + rectangle("frame", margin, top, across.length, down.length) + "</svg>\n";
}

}  // namespace isobit::tool
