#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace isobit::tool::svg_text {

/// With one decimal, and none where it is zero.
inline std::string coordinate(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", x);
  std::string_view const shown = text;
  return std::string(shown.ends_with(".0") ? shown.substr(0, shown.size() - 2) : shown);
}

/// Any text as content.
inline std::string escaped(std::string const& text) {
  std::string result;
  for (char const c : text) result += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return result;
}

inline std::string attribute(char const* name, double value) {
  return std::string(" ") + name + "=\"" + coordinate(value) + "\"";
}

inline std::string classes(std::string const& names) { return " class=\"" + names + "\""; }

inline std::string line(std::string const& kind, double x1, double y1, double x2, double y2) {
  return "<line" + classes(kind) + attribute("x1", x1) + attribute("y1", y1) + attribute("x2", x2) +
         attribute("y2", y2) + "/>\n";
}

inline std::string rectangle(std::string const& kind, double x, double y, double width, double height,
                             double radius = 0) {
  return "<rect" + classes(kind) + attribute("x", x) + attribute("y", y) + attribute("width", width) +
         attribute("height", height) + (radius == 0 ? "" : attribute("rx", radius)) + "/>\n";
}

inline std::string circle(std::string const& kind, double x, double y, double radius) {
  return "<circle" + classes(kind) + attribute("cx", x) + attribute("cy", y) + attribute("r", radius) + "/>\n";
}

/// `content` is markup.
inline std::string text(std::string const& kind, double x, double y, std::string const& content) {
  return "<text" + classes(kind) + attribute("x", x) + attribute("y", y) + ">" + content + "</text>\n";
}

}  // namespace isobit::tool::svg_text
