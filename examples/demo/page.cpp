#include "page.hpp"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>

namespace demo {
namespace {

[[gnu::format(printf, 1, 2)]] std::string format(char const* pattern, ...) {
  char text[640];
  va_list arguments;
  va_start(arguments, pattern);
  std::vsnprintf(text, sizeof text, pattern, arguments);
  va_end(arguments);
  return text;
}

constexpr char const* head = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>isobit: one answer</title><style>
:root { --paper:#fbfaf7; --card:#fff; --ink:#1c1d20; --soft:#6a6e76; --rule:#e4e2dc; --plain:#d1495b; --exact:#00798c }
@media (prefers-color-scheme: dark) {
  :root { --paper:#15171a; --card:#1d2024; --ink:#eceef1; --soft:#9aa0a9; --rule:#30343a; --plain:#ff7f8e;
    --exact:#4fd1e0 } }
* { box-sizing:border-box } body { margin:0; padding:40px 20px; background:var(--paper); color:var(--ink);
  font:16px/1.5 system-ui,sans-serif } main { max-width:940px; margin:auto }
h1 { font-size:30px; line-height:1.2; margin:0 0 8px; letter-spacing:-.01em } p { margin:0 0 24px; color:var(--soft) }
.tiles { display:grid; grid-template-columns:repeat(auto-fit,minmax(200px,1fr)); gap:14px; margin-bottom:22px }
.tile,figure { background:var(--card); border:1px solid var(--rule); border-radius:12px; padding:16px 20px; margin:0 }
.tile b { display:block; font-size:34px; line-height:1.15; font-weight:650 }
.tile span { color:var(--soft); font-size:14px }
.bad b { color:var(--plain) } .good b { color:var(--exact) }
svg { width:100%; height:auto; display:block } svg text { font:13px system-ui,sans-serif; fill:var(--ink) }
svg .soft { fill:var(--soft) } svg .code { font:12px ui-monospace,Menlo,Consolas,monospace; fill:var(--soft) }
svg .rule { stroke:var(--rule) } svg .stem { stroke:var(--plain); stroke-width:2; opacity:.45 }
svg .dot { fill:var(--plain) } svg .truth { stroke:var(--exact); stroke-width:2 } svg .one { fill:var(--exact) }
code { font:13px ui-monospace,Menlo,Consolas,monospace }
</style></head><body><main>
)";

constexpr double left = 176, right = 706, width = 880, top = 46, row_height = 27;

/// Errors from far below a cent to several units: a logarithmic scale to either side of zero.
class error_scale {
public:
  explicit error_scale(findings const& found) {
    double largest = 0, smallest = INFINITY;
    for (auto const& one : found.ways) {
      double const error = std::abs(one.plain - found.exact);
      largest = std::max(largest, error);
      if (error != 0) smallest = std::min(smallest, error);
    }
    if (largest == 0) largest = smallest = 1;
    first_ = static_cast<int>(std::floor(std::log10(smallest)));
    last_ = static_cast<int>(std::ceil(std::log10(largest)));
  }
  /// The decades of the axis; the first one lies a step away from zero.
  [[nodiscard]] int first() const { return first_; }
  [[nodiscard]] int last() const { return last_; }
  [[nodiscard]] double across(double error) const {
    double const middle = (left + right) / 2;
    if (error == 0) return middle;
    double const decades = std::max(0.2, std::log10(std::abs(error)) - first_ + 1) / (last_ - first_ + 1);
    return middle + std::copysign(decades, error) * (right - left) / 2;
  }

private:
  int first_, last_;
};

std::string picture(findings const& found) {
  error_scale const scale(found);
  double const middle = scale.across(0);
  double const bottom = top + row_height * static_cast<double>(found.ways.size());

  std::string out =
      format("<svg viewBox=\"0 0 %g %g\" role=\"img\" aria-label=\"error of every plain sum\">", width, bottom + 52);
  out += format("<text x=\"%g\" y=\"22\" text-anchor=\"middle\" class=\"soft\">too low</text>", (left + middle) / 2);
  out += format("<text x=\"%g\" y=\"22\" text-anchor=\"middle\" class=\"soft\">too high</text>", (right + middle) / 2);
  out += format("<text x=\"%g\" y=\"22\" text-anchor=\"end\" class=\"soft\">plain sum, bits</text>", width);
  out += format("<text x=\"%g\" y=\"%g\" text-anchor=\"middle\" class=\"soft\">0</text>", middle, bottom + 20);
  for (int decade = scale.first(); decade <= scale.last(); ++decade)
    for (double const sign : {-1.0, 1.0}) {
      double const x = scale.across(sign * std::pow(10, decade));
      out += format("<line class=\"rule\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%g\" y2=\"%g\"/>", x, x, top - 10, bottom);
      if ((scale.last() - decade) % 2 != 0) continue;
      out += format("<text x=\"%.1f\" y=\"%g\" text-anchor=\"middle\" class=\"soft\">%s10<tspan dy=\"-5\" "
                    "font-size=\"9\">%d</tspan></text>",
                    x, bottom + 20, sign < 0 ? "−" : "", decade);
    }
  out += format("<line class=\"truth\" x1=\"%g\" x2=\"%g\" y1=\"%g\" y2=\"%g\"/>", middle, middle, top - 10, bottom);
  double y = top + row_height / 2 - 4;
  for (auto const& one : found.ways) {
    double const x = scale.across(one.plain - found.exact);
    out += format("<text x=\"%g\" y=\"%g\" text-anchor=\"end\">%s</text>", left - 30, y + 4, one.name.c_str());
    out += format("<line class=\"stem\" x1=\"%g\" x2=\"%.1f\" y1=\"%g\" y2=\"%g\"/>", middle, x, y, y);
    out +=
        format("<circle class=\"dot\" cx=\"%.1f\" cy=\"%g\" r=\"5.5\"><title>%.17g</title></circle>", x, y, one.plain);
    out += format("<circle class=\"one\" cx=\"%.1f\" cy=\"%g\" r=\"5.5\"><title>isobit: %.17g</title></circle>",
                  scale.across(one.isobit - found.exact), y, one.isobit);
    out += format("<text x=\"%g\" y=\"%g\" text-anchor=\"end\" class=\"code\">%016llx</text>", width, y + 4,
                  static_cast<unsigned long long>(bits(one.plain)));
    y += row_height;
  }
  out += format("<text x=\"%g\" y=\"%g\" text-anchor=\"middle\" class=\"soft\">error of the sum (logarithmic to either "
                "side)</text>",
                middle, bottom + 42);
  return out + "</svg>";
}

std::string tile(char const* kind, std::string const& figure, std::string const& caption) {
  return std::string("<div class=\"tile ") + kind + "\"><b>" + figure + "</b><span>" + caption + "</span></div>";
}

}  // namespace

std::string page(findings const& found) {
  std::string out = head;
  out += "<h1>The same numbers, added in different ways</h1>";
  out += format(
      "<p>%zu bookings: large transfers in and out again, less small fees. Each row is one way to add "
      "them all. The red dot is what a plain sum gives; the line at 0 is the exact sum, where every isobit answer "
      "lies.</p><div class=\"tiles\">",
      found.size);
  out += tile("bad", std::to_string(distinct(found.ways, &way::plain)),
              format("different answers from the plain sum, in %zu ways", found.ways.size()));
  auto const ours = distinct(found.ways, &way::isobit);
  out += tile("good", std::to_string(ours),
              std::string(ours == 1 ? "answer" : "answers") + " from isobit: the exact sum, rounded once");
  out += tile("", format("%.2f×", found.ratio_to_plain),
              format("the time of a plain vector loop; %.2f× that of std::accumulate", found.ratio_to_standard));
  out += "</div><figure>" + picture(found) + "</figure>";
  out += format("<p style=\"margin-top:22px\">isobit: <code>%.17g</code>, bits <code>%016llx</code>, the same as an "
                "exact reference computed number by number.</p></main></body></html>\n",
                found.ways.front().isobit, static_cast<unsigned long long>(bits(found.ways.front().isobit)));
  return out;
}

}  // namespace demo
