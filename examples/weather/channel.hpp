#pragma once

#include <vector>

#include "decomposition.hpp"
#include "state.hpp"

namespace weather {

/// The channel, with the middle at 45 degrees north.
struct channel {
  static constexpr double length = 19.2e6;  // m
  static constexpr double width = 9.6e6;
  static constexpr double gravity = 9.80616;     // m/s^2
  static constexpr double mean_thickness = 3e3;  // m
  static constexpr double jet_speed = 80;        // m/s

  explicit channel(extent number_of_cells);

  extent cells;
  double dx, dy;                 ///< of a cell, m
  std::vector<double> coriolis;  ///< of the southern side of each row of cells and, last, of the northern wall, 1/s
  std::vector<double> jet;       ///< the wind along each row at the start, and the shape of what drives it, m/s
  std::vector<double> balanced;  ///< the thickness that goes with it, m
};

/// Jets in balance with their thickness, and a bump that sets off their instability, after Galewsky, Scott and
/// Polvani's test (Tellus A, 2004), here three to the east and two to the west in between.
state initial_state(channel const& c, decomposition const& parts);

}  // namespace weather
