#include "model.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "halo.hpp"

namespace weather {

model::model(channel const& c, decomposition const& parts, ranks const& all, settings chosen)
    : channel_(c), parts_(parts), all_(all), courant_(chosen.courant), on_(chosen.threads),
      sums_(c, parts, all, chosen.how, on_), dynamics_(c, parts, on_), forcing_(parts.count()), stage_(parts.count()),
      next_(parts.count()) {}

totals model::measure(forecast& f) {
  exchange_halo(f.fluid, parts_, all_);
  return sums_.of(f.fluid);
}

void model::begin(forecast& f) {
  totals const now = measure(f);
  f.usual_thickness = now.thickness;
  f.usual_kinetic_energy = now.kinetic_energy;
}

/// The step divides what is left of the hour evenly, into as few as the fastest wind and waves allow.
void model::advance_an_hour(forecast& f) {
  for (double left = 3600; left > 0;) {
    totals const now = measure(f);
    double const count = std::ceil(left * now.fastest / courant_);
    double const dt = left / count;
    step(f, now, dt);
    left = count > 1 ? left - dt : 0;
    shortest_step_ = std::min(shortest_step_, dt);
    ++steps_;
  }
  ++f.hour;
}

/// Three stages, after Wicker and Skamarock (Mon. Wea. Rev., 2002).
void model::step(forecast& f, totals const& now, double dt) {
  find_forcing(f.fluid, now, f.usual_kinetic_energy, channel_, parts_, on_, forcing_);
  dynamics_.advance(f.fluid, f.fluid, forcing_, dt / 3, stage_);
  exchange_halo(stage_, parts_, all_);
  dynamics_.advance(f.fluid, stage_, forcing_, dt / 2, next_);
  exchange_halo(next_, parts_, all_);
  dynamics_.advance(f.fluid, next_, forcing_, dt, stage_);
  std::swap(f.fluid, stage_);
  keep_mass(f);
}

/// What heating and rounding have added or taken is spread evenly. All that is left is the rounding of the sums, before
/// and after, and of the additions, each within 2^-53 of its result: with exact sums, 2^-51 of all mass at most.
void model::keep_mass(forecast& f) {
  double const cells = static_cast<double>(channel_.cells.x) * static_cast<double>(channel_.cells.y);
  double const lack = (f.usual_thickness - sums_.thickness(f.fluid)) / cells;
  for (double& h : f.fluid.h.values()) h += lack;
}

}  // namespace weather
