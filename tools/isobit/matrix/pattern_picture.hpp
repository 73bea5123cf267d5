#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace isobit::tool {

/// The places of a matrix that have entries, as a self-contained SVG, light and dark. Of a large matrix a square stands
/// for many places, the darker the more of them have one. The matrix lies by rows: offsets and columns.
std::string pattern_picture(std::string const& title, std::int64_t columns, std::span<std::int64_t const> offsets,
                            std::span<std::int64_t const> indices);

}  // namespace isobit::tool
