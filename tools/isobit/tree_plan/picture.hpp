#pragma once

#include <string>

#include <isobit/tree/distribution.hpp>

namespace isobit::tool {

/// A self-contained SVG, light and dark. Up to 64 elements: the tree, with the edges that cross from rank to rank.
/// More: which ranks send how much to which, and their shares; from 65 ranks on, groups of ranks.
std::string picture_of(distribution const& shares);

}  // namespace isobit::tool
