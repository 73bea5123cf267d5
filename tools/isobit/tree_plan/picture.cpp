#include "picture.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "../output/svg.hpp"
#include "figures.hpp"

namespace isobit::tool {
namespace {

using namespace svg_text;

constexpr std::size_t most_columns = 64;
constexpr std::size_t colours = 8;
constexpr double margin = 28, widest_picture = 1200, least_width = 560;

constexpr char picture_style[] = R"(
  text { font: 12px system-ui, sans-serif; fill: #333; text-anchor: middle }
  .title { font-size: 15px; font-weight: 600; fill: #111; text-anchor: start }
  .note { text-anchor: start; fill: #555 }
  .small { font-size: 10px }
  .on { fill: #1b1f23 }
  .many { fill: #b3263a; font-weight: 600; paint-order: stroke; stroke: #fff; stroke-width: 4px }
  .paper { fill: #fff }
  .band { opacity: .13 }
  .local { stroke: #9aa0a6; stroke-width: 1.3 }
  .cross { fill: none; stroke: #d7263d; stroke-width: 2.4; stroke-linecap: round }
  .arc { fill: none; stroke: #d7263d; stroke-opacity: .6 }
  .head { fill: #d7263d }
  .node { stroke: #1b1f23; stroke-width: 1 }
  .even { stroke: #333; stroke-dasharray: 5 4 }
  .c0 { fill: #7fb7e6 } .c1 { fill: #f6bd60 } .c2 { fill: #84c98b } .c3 { fill: #c3a6e0 }
  .c4 { fill: #f2a28f } .c5 { fill: #6fcac4 } .c6 { fill: #e3d26f } .c7 { fill: #b9bec6 }
  @media (prefers-color-scheme: dark) {
    text { fill: #c9cdd3 } .title { fill: #f1f3f5 } .note { fill: #a8aeb5 } .on { fill: #1b1f23 }
    .paper { fill: #14171a }
    .band { opacity: .2 } .local { stroke: #767d85 } .node { stroke: #f1f3f5 } .even { stroke: #c9cdd3 }
    .cross, .arc { stroke: #ff6b7d } .head, .many { fill: #ff6b7d } .many { stroke: #14171a }
  }
)";

std::string colour(std::size_t place) { return "c" + std::to_string(place % colours); }

std::string counted(std::size_t count, std::string const& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string title_of(distribution const& shares) {
  return counted(shares.elements(), "element") + " on " + counted(shares.ranks(), "rank") + ", " +
         std::string(name_of(shares.kind())) + " distribution";
}

std::string framed(double width, double height, distribution const& shares, std::string const& note,
                   std::string const& body) {
  std::string const size = coordinate(width) + "\" height=\"" + coordinate(height);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + size + "\" viewBox=\"0 0 " + coordinate(width) + " " +
         coordinate(height) + "\" role=\"img\">\n<title>" + title_of(shares) + "</title><style>" + picture_style +
         "</style>\n<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"9\" "
         "markerHeight=\"9\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"head\" d=\"M0 0L8 4L0 8z\"/>"
         "</marker></defs>\n" +
         rectangle("paper", 0, 0, width, height, 8) + text("title", margin, 30, title_of(shares)) +
         text("note", margin, 50, note) + body + "</svg>\n";
}

/// The tree as it lies in memory: the node (x, y) stands y levels above element x, on the rank of x.
class element_picture {
public:
  explicit element_picture(distribution const& shares)
      : shares_(shares), count_(shares.elements()), levels_(tree::root_level(count_)),
        column_(std::clamp((widest_picture - 2 * margin) / static_cast<double>(std::max<std::size_t>(count_, 1)), 18.0,
                           44.0)),
        width_(std::max(least_width, 2 * margin + column_ * static_cast<double>(count_))),
        floor_(96 + level_height * levels_) {}

  [[nodiscard]] std::string draw() const {
    std::string bands, edges, crossings, nodes;
    for (std::size_t rank = 0; rank < shares_.ranks(); ++rank) bands += band(rank);
    for (std::size_t x = 0; x < count_; ++x) {
      std::size_t const rank = shares_.rank_from_index(x);
      if (x != 0) (crosses(x) ? crossings : edges) += edge_to_parent(x);
      unsigned const top = x == 0 ? levels_ : tree::max_y(x);
      if (top != 0) edges += line("local", x_of(x), y_of(0), x_of(x), y_of(top));
      for (unsigned y = 1; y <= top; ++y)
        if (x + (std::size_t{1} << (y - 1)) < count_) nodes += circle("node " + colour(rank), x_of(x), y_of(y), 5);
      nodes += element(x, rank);
    }
    std::string const note =
        counted(shares_.message_count(), "value") + " sent (red); a node is computed on the rank below it";
    return framed(width_, floor_ + 62, shares_, note, bands + edges + crossings + nodes);
  }

private:
  static constexpr double level_height = 50, box = 22;

  [[nodiscard]] double x_of(std::size_t x) const { return margin + (static_cast<double>(x) + 0.5) * column_; }
  [[nodiscard]] double y_of(unsigned y) const { return floor_ - level_height * y; }
  [[nodiscard]] bool crosses(std::size_t x) const {
    return shares_.rank_from_index(x) != shares_.rank_from_index(tree::parent(x));
  }

  /// Up to the level below the parent, then across: so no two edges meet.
  [[nodiscard]] std::string edge_to_parent(std::size_t x) const {
    unsigned const level = tree::max_y(x);
    double const from_x = x_of(x), from_y = y_of(level), to_x = x_of(tree::parent(x)), to_y = y_of(level + 1);
    if (!crosses(x)) return line("local", from_x, from_y, to_x, to_y);
    double const length = std::hypot(to_x - from_x, to_y - from_y), gap = 6 / length;  // to the rim of the node
    return "<path class=\"cross\" marker-end=\"url(#head)\" d=\"M" + coordinate(from_x) + " " + coordinate(from_y) +
           "L" + coordinate(to_x + gap * (from_x - to_x)) + " " + coordinate(to_y + gap * (from_y - to_y)) + "\"/>\n";
  }

  [[nodiscard]] std::string element(std::size_t x, std::size_t rank) const {
    return rectangle(colour(rank), x_of(x) - column_ / 2 + 1, floor_ - box / 2, column_ - 2, box, 3) +
           text("small on", x_of(x), floor_ + 3.5, std::to_string(x));
  }

  [[nodiscard]] std::string band(std::size_t rank) const {
    std::size_t const count = shares_.count(rank);
    if (count == 0) return {};
    double const left = x_of(shares_.start(rank)) - column_ / 2, size = static_cast<double>(count) * column_;
    bool const has_room = size > 48;
    return rectangle("band " + colour(rank), left, 66, size, floor_ - 66 + box / 2 + 26) +
           text(has_room ? "" : "small", left + size / 2, floor_ + box / 2 + 18,
                (has_room ? "rank " : "") + std::to_string(rank));
  }

  distribution const& shares_;
  std::size_t count_;
  unsigned levels_;
  double column_, width_, floor_;
};

/// Who sends to whom, and below it who holds how much. Columns are ranks, or groups of as many of them.
class rank_picture {
public:
  explicit rank_picture(distribution const& shares)
      : shares_(shares), group_((shares.ranks() + most_columns - 1) / most_columns),
        columns_((shares.ranks() + group_ - 1) / group_), held_(columns_),
        column_(std::clamp((widest_picture - 2 * margin) / static_cast<double>(columns_), 17.0, 110.0)),
        width_(std::max(least_width, 2 * margin + column_ * static_cast<double>(columns_))) {
    for (std::size_t rank = 0; rank < shares.ranks(); ++rank) {
      held_[rank / group_] += shares.count(rank);
      for (auto const& root : shares.outbound_roots(rank)) {
        ++messages_;
        if (rank / group_ != root.to / group_) ++sent_[{rank / group_, root.to / group_}];
      }
    }
    for (auto const& [way, count] : sent_) baseline_ = std::max(baseline_, 86 + height_of(way.first, way.second));
  }

  [[nodiscard]] std::string draw() const {
    std::string arcs, labels;
    for (auto const& [way, count] : sent_) {
      arcs += arc(way.first, way.second, count);
      if (columns_ <= 16) labels += count_of_arc(way.first, way.second, count);
    }
    std::string boxes;
    for (std::size_t i = 0; i < columns_; ++i) boxes += rank_box(i);
    double const even = even_share(shares_) * static_cast<double>(group_);
    double const even_y = below() + bar_height * even / largest();
    boxes += line("even", margin, even_y, width_ - margin, even_y);
    std::string note = counted(messages_, "value") + " sent; ";
    note += group_ == 1 ? "" : "columns are groups of " + std::to_string(group_) + " ranks; ";
    note += "the wider an arc, the more; bars: shares, dashed: an even one";
    return framed(width_, below() + bar_height + 34, shares_, note, arcs + labels + boxes);
  }

private:
  static constexpr double arc_height = 200, box = 24, bar_height = 110, digit_width = 6.5;

  [[nodiscard]] double below() const { return baseline_ + box + 6; }
  /// Every how many columns there is room for a rank's number.
  [[nodiscard]] std::size_t label_step() const {
    double const widest = digit_width * static_cast<double>(std::to_string(shares_.ranks() - 1).size()) + 2;
    return std::bit_ceil(static_cast<std::size_t>(std::ceil(widest / column_)));
  }

  [[nodiscard]] double x_of(std::size_t i) const { return margin + (static_cast<double>(i) + 0.5) * column_; }
  [[nodiscard]] double largest() const {
    return static_cast<double>(std::max<std::size_t>(*std::max_element(held_.begin(), held_.end()), 1));
  }
  [[nodiscard]] double height_of(std::size_t from, std::size_t to) const {
    return arc_height * std::sqrt(static_cast<double>(from - to) / static_cast<double>(columns_));
  }

  [[nodiscard]] std::string arc(std::size_t from, std::size_t to, std::size_t count) const {
    double const width = std::min(1.4 + 0.7 * std::log2(static_cast<double>(count)), column_ / 3);
    double const radius = (x_of(from) - x_of(to)) / 2;
    return "<path class=\"arc\" stroke-width=\"" + coordinate(width) + "\" d=\"M" + coordinate(x_of(from)) + " " +
           coordinate(baseline_) + "A" + coordinate(radius) + " " + coordinate(height_of(from, to)) + " 0 0 0 " +
           coordinate(x_of(to)) + " " + coordinate(baseline_) + "\"/>\n";
  }

  [[nodiscard]] std::string count_of_arc(std::size_t from, std::size_t to, std::size_t count) const {
    return text("many small", (x_of(from) + x_of(to)) / 2, baseline_ - height_of(from, to) - 4, std::to_string(count));
  }

  [[nodiscard]] std::string rank_box(std::size_t i) const {
    double const left = x_of(i) - column_ / 2 + 1, size = column_ - 2;
    double const bar = bar_height * static_cast<double>(held_[i]) / largest();
    std::string out =
        rectangle(colour(i), left, baseline_, size, box, 3) +
        (i % label_step() == 0 ? text("small on", x_of(i), baseline_ + 16, std::to_string(i * group_)) : "") +
        rectangle(colour(i), left, below(), size, bar);
    if (column_ > 60) out += text("small", x_of(i), below() + bar_height + 18, std::to_string(held_[i]));
    return out;
  }

  distribution const& shares_;
  std::size_t group_, columns_;
  std::vector<std::size_t> held_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> sent_;
  std::size_t messages_ = 0;
  double column_, width_, baseline_ = 100;
};

}  // namespace

std::string picture_of(distribution const& shares) {
  return shares.elements() <= most_columns ? element_picture(shares).draw() : rank_picture(shares).draw();
}

}  // namespace isobit::tool
