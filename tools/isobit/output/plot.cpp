#include "plot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "svg.hpp"

namespace isobit::tool {
namespace {

constexpr double width = 860, height = 430, left = 74, right = 180, top = 48, bottom = 54;

constexpr char plot_style[] = R"(
  text { font: 12px system-ui, sans-serif; fill: #333 }
  .title { font-size: 15px; font-weight: 600; fill: #111 }
  .grid { stroke: #e3e5e8; stroke-width: 1 }
  .zero { stroke: #555; stroke-width: 1.2 }
  .line { fill: none; stroke-width: 2; stroke-linejoin: round }
  .paper { fill: #ffffff }
  @media (prefers-color-scheme: dark) {
    text { fill: #c9cdd3 } .title { fill: #f1f3f5 } .grid { stroke: #2e3338 } .zero { stroke: #9aa0a6 }
    .paper { fill: #14171a } .line, .dot { filter: brightness(1.45) }
  }
)";

using namespace svg_text;

std::string anchored(double x, double y, char const* anchor, std::string const& content) {
  return "<text" + attribute("x", x) + attribute("y", y) + " text-anchor=\"" + anchor + "\">" + content + "</text>\n";
}

std::string power_of_ten(int exponent) {
  return "10<tspan dy=\"-5\" font-size=\"9\">" + std::to_string(exponent) + "</tspan>";
}

/// The least of 1, 2, 5, 10, 20, ... that is as large.
double round_step(double least) {
  double step = 1;
  for (int i = 0; step < least; ++i) step *= i % 3 == 1 ? 2.5 : 2;
  return step;
}

/// The decades that the points span, at least one.
struct decades {
  int first = std::numeric_limits<int>::max();
  int last = std::numeric_limits<int>::min();

  void cover(double x) {
    if (x == 0) return;
    first = std::min(first, static_cast<int>(std::floor(std::log10(x))));
    last = std::max(last, static_cast<int>(std::ceil(std::log10(x))));
  }
  void settle() {
    if (first > last) first = 0, last = 1;
    if (first == last) ++last;
  }
  [[nodiscard]] double share(double x) const { return (std::log10(x) - first) / (last - first); }
};

class canvas {
public:
  explicit canvas(plot const& what) : what_(what) {
    for (auto const& series : what.series)
      for (auto const& [x, y] : series.points) {
        if (what.categories.empty() && !what.counts_across) horizontal_.cover(x);
        farthest_ = std::max(farthest_, x);
        vertical_.cover(y);
        has_zero_ = has_zero_ || y == 0;
      }
    horizontal_.settle();
    vertical_.settle();
  }

  [[nodiscard]] std::string draw() const {
    std::string out =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 860 430\" role=\"img\">\n<title>" +
        escaped(what_.title) + "</title><style>" + plot_style +
        "</style>\n<rect class=\"paper\" width=\"860\" height=\"430\" rx=\"8\"/>\n<text class=\"title\" x=\"" +
        coordinate(left) + "\" y=\"28\">" + escaped(what_.title) + "</text>\n";
    out += axes();
    for (std::size_t i = 0; i < what_.series.size(); ++i) out += series(what_.series[i], i);
    return out + "</svg>\n";
  }

private:
  static constexpr double zero_gap = 24;
  static constexpr std::size_t most_dots = 100;

  [[nodiscard]] double x_of(double x) const {
    auto const categories = static_cast<double>(what_.categories.size());
    double const share = categories != 0       ? (x + 0.5) / categories
                         : what_.counts_across ? x / farthest_
                                               : horizontal_.share(x);
    return left + share * (width - left - right);
  }
  [[nodiscard]] double y_of(double y) const {
    if (y == 0) return height - bottom;
    double const floor = height - bottom - (has_zero_ ? zero_gap : 0);
    return floor - vertical_.share(y) * (floor - top);
  }

  [[nodiscard]] std::string axes() const {
    std::string out;
    int const step = (vertical_.last - vertical_.first) / 12 + 1;
    for (int exponent = vertical_.first; exponent <= vertical_.last; exponent += step) {
      double const y = y_of(std::pow(10, exponent));
      out += line("grid", left, y, width - right, y) + anchored(left - 10, y + 4, "end", power_of_ten(exponent));
    }
    if (has_zero_)
      out += line("zero", left, y_of(0), width - right, y_of(0)) + anchored(left - 10, y_of(0) + 4, "end", "0");
    auto const mark = [&](double x, double y, std::string const& label) {
      out += line("grid", x, top, x, height - bottom) + anchored(x, height - bottom + y, "middle", label);
    };
    if (what_.counts_across) {
      double const apart = round_step(farthest_ / 10);
      for (double x = 0; x <= farthest_; x += apart) mark(x_of(x), 20, coordinate(x));
    } else if (what_.categories.empty())
      for (int exponent = horizontal_.first; exponent <= horizontal_.last; ++exponent)
        mark(x_of(std::pow(10, exponent)), 20, power_of_ten(exponent));
    for (std::size_t i = 0; i < what_.categories.size(); ++i)  // in two rows, so that long names do not meet
      mark(x_of(static_cast<double>(i)), i % 2 == 0 ? 16 : 31, escaped(what_.categories[i]));
    out += anchored((left + width - right) / 2, height - 12, "middle", escaped(what_.across));
    return out + "<text transform=\"translate(18 " + coordinate((top + height - bottom) / 2) +
           ") rotate(-90)\" text-anchor=\"middle\">" + escaped(what_.down) + "</text>\n";
  }

  [[nodiscard]] std::string series(plot_series const& drawn, std::size_t place) const {
    std::string path, dots;
    for (auto const& [x, y] : drawn.points) {
      path += (path.empty() ? "" : " ") + coordinate(x_of(x)) + "," + coordinate(y_of(y));
      if (drawn.points.size() <= most_dots)
        dots += "<circle" + classes("dot") + attribute("cx", x_of(x)) + attribute("cy", y_of(y)) + attribute("r", 2.6) +
                " fill=\"" + drawn.colour + "\"/>\n";
    }
    double const x = width - right + 22, y = top + 12 + 22 * static_cast<double>(place);
    std::string const sample = coordinate(x) + "," + coordinate(y) + " " + coordinate(x + 22) + "," + coordinate(y);
    std::string const start = "<polyline class=\"line\" stroke=\"" + drawn.colour + "\" points=\"";
    std::string const joined = what_.categories.empty() ? start + path + "\"/>\n" : "";
    return joined + dots + start + sample + "\"/>\n" + anchored(x + 30, y + 4, "start", escaped(drawn.name));
  }

  plot const& what_;
  decades horizontal_, vertical_;
  double farthest_ = 1;
  bool has_zero_ = false;
};

}  // namespace

std::string svg(plot const& what) { return canvas(what).draw(); }

}  // namespace isobit::tool
