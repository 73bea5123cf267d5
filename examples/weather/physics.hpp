#pragma once

#include <isobit/isobit.hpp>

#include "channel.hpp"
#include "global.hpp"
#include "state.hpp"

namespace weather {

/// What drives and brakes the fluid over one time step.
struct forcing {
  explicit forcing(extent count) : heating(count), drag(count) {}
  field heating;         ///< m/s of thickness
  field drag;            ///< 1/s, of the wind in the middle of each cell
  double push = 0;       ///< 1/s, of the jets' speed
  double viscosity = 0;  ///< m^2/s
};

/// Found once a step from a state whose halo is filled, and from the totals over all ranks: that is how the last bit of
/// a global sum comes into every cell. The functions are isobit's, correctly rounded, a row at a time:
///
/// - heating drives the thickness to that of the jets, steeply where it is far off: (e^a - 1) of the distance a;
/// - the ground brakes by the logarithmic law of the wind, the more the larger the kinetic energy of all weather;
/// - viscosity grows with the enstrophy of all weather.
void find_forcing(state const& now, totals const& all, double usual_kinetic_energy, channel const& c,
                  decomposition const& parts, isobit::threads const& on, forcing& found);

}  // namespace weather
