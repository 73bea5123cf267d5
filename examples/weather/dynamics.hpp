#pragma once

#include <isobit/isobit.hpp>

#include "channel.hpp"
#include "physics.hpp"
#include "state.hpp"

namespace weather {

/// The shallow-water equations in vector-invariant form, with the differences of Sadourny (J. Atmos. Sci., 1975)
/// that conserve enstrophy:
///
///     dh/dt = -div(h V) + heating
///     dV/dt = -q k x (h V) - grad(g h + |V|^2 / 2) + viscosity laplace(V) - drag V + push jet,   q = (f + curl V) / h
///
/// Differences and averages of neighbours, in double: one halo is enough.
class dynamics {
public:
  dynamics(channel const& c, decomposition const& parts, isobit::threads const& on);

  /// next = start + dt * (what `now`, whose halo is filled, says of the rate of change). Leaves next's halo alone.
  void advance(state const& start, state const& now, forcing const& forced, double dt, state& next);

private:
  void find_fluxes(state const& now);
  void advance_row(state const& start, state const& now, forcing const& forced, double dt, std::ptrdiff_t j,
                   state& next) const;

  channel const& channel_;
  decomposition const& parts_;
  isobit::threads on_;
  field flux_x_, flux_y_;  ///< h u and h v where u and v are
  field head_;             ///< g h + |V|^2 / 2 in the middle of each cell
  field vorticity_;        ///< q at the south-western corner of each cell
};

}  // namespace weather
