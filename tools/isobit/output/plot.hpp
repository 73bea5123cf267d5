#pragma once

#include <string>
#include <utility>
#include <vector>

namespace isobit::tool {

/// Points of one colour, joined by a line.
struct plot_series {
  std::string name;
  std::string colour;
  std::vector<std::pair<double, double>> points;
};

struct plot {
  std::string title;
  std::string across;  ///< what the axes show
  std::string down;
  std::vector<plot_series> series;
  std::vector<std::string> categories = {};  ///< if any, x is the place of one of them, and points are not joined
  bool counts_across = false;                ///< x counts from 0 on, and its axis is not logarithmic
};

/// A self-contained SVG, the axes of numbers logarithmic, light and dark. A value of 0 is drawn on a line of its own at
/// the bottom.
std::string svg(plot const& what);

}  // namespace isobit::tool
