#pragma once

#include <isobit/isobit.hpp>

#include "channel.hpp"
#include "decomposition.hpp"
#include "ranks.hpp"
#include "state.hpp"

namespace weather {

/// Sums over all cells of all ranks, and a maximum.
struct totals {
  double thickness = 0;         ///< of all cells, m: mass, in units of the mass of a metre of a cell
  double kinetic_energy = 0;    ///< sum of h |V|^2 / 2
  double potential_energy = 0;  ///< sum of g h^2 / 2
  double enstrophy = 0;         ///< sum of (curl V)^2
  double fastest = 0;           ///< the most cells that wind and waves cross in a second
};

/// Finds them, and keeps what they need. The local terms are the same numbers however the cells are shared out; what is
/// left to the summation is how they are added up.
class global_sums {
public:
  global_sums(channel const& c, decomposition const& parts, ranks const& all, summation how, isobit::threads const& on);

  /// Of a state whose halo is filled. Throws std::runtime_error, on every rank, where a number is not finite.
  [[nodiscard]] totals of(state const& s);
  [[nodiscard]] double thickness(state const& s);

private:
  void find_thickness(state const& s);

  channel const& channel_;
  decomposition const& parts_;
  ranks const& all_;
  summation how_;
  isobit::threads on_;
  std::vector<double> thickness_, kinetic_, potential_, enstrophy_, fastest_;
};

}  // namespace weather
