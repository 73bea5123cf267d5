#pragma once

#include <filesystem>
#include <vector>

#include "mesh.hpp"
#include "unknowns.hpp"

namespace fem {

/// Writes a file that ParaView reads: the cells, and the solution at their points, with as many digits as it takes to
/// read back the same bits. The file appears when it is complete. Throws std::runtime_error where it cannot be written.
void write_vtu(std::filesystem::path const& file, mesh const& m, unknowns const& of, int degree, std::size_t components,
               std::vector<double> const& values);

}  // namespace fem
