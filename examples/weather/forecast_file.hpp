#pragma once

#include <filesystem>

#include "decomposition.hpp"
#include "model.hpp"
#include "ranks.hpp"

namespace weather {

/// A forecast as a classic netCDF file, which other programs read, and from which a run is continued: h, u and v of all
/// cells by global index, so its bytes do not depend on the ranks.

/// The first rank writes what all hold.
void write_forecast(std::filesystem::path const& path, forecast const& f, decomposition const& parts, ranks const& all);

/// How many cells the file has. Throws std::runtime_error, on every rank, where it is not one that `write_forecast`
/// wrote.
extent cells_in(std::filesystem::path const& path, ranks const& all);

/// Every rank reads its own part; the halo is left to the next exchange.
forecast read_forecast(std::filesystem::path const& path, decomposition const& parts, ranks const& all);

}  // namespace weather
