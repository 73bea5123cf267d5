#pragma once

#include <string>
#include <vector>

namespace isobit::tool {

/// The extents of an array, as messages and `reader::layout` have them: "(2, 3)".
template <class Extent> std::string shape_text(std::vector<Extent> const& extents) {
  std::string list;
  for (Extent const extent : extents) list += (list.empty() ? "" : ", ") + std::to_string(extent);
  return "(" + list + ")";
}

}  // namespace isobit::tool
