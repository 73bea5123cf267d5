#pragma once

#include <cstddef>
#include <cstdint>

#include "dynamics.hpp"
#include "global.hpp"
#include "physics.hpp"
#include "state.hpp"

namespace weather {

/// All that a run is continued from.
struct forecast {
  explicit forecast(extent count) : fluid(count) {}
  std::int32_t hour = 0;
  double usual_thickness = 0;       ///< that of all cells at the start, which is kept
  double usual_kinetic_energy = 0;  ///< that at the start
  state fluid;
};

/// Moves a forecast on by an hour at a time.
class model {
public:
  struct settings {
    double courant = 1;  ///< how far wind and waves may go in a step, in cells
    summation how = summation::exact;
    std::size_t threads = 1;
  };

  model(channel const& c, decomposition const& parts, ranks const& all, settings chosen);

  /// Measures what is to be kept.
  void begin(forecast& f);
  /// As many steps as it takes. Each is a function of the state alone, so a run can be continued from any hour.
  void advance_an_hour(forecast& f);

  [[nodiscard]] totals measure(forecast& f);
  [[nodiscard]] std::int64_t steps() const { return steps_; }
  [[nodiscard]] double shortest_step() const { return shortest_step_; }

private:
  void step(forecast& f, totals const& now, double dt);
  void keep_mass(forecast& f);

  channel const& channel_;
  decomposition const& parts_;
  ranks const& all_;
  double courant_;
  isobit::threads on_;
  global_sums sums_;
  dynamics dynamics_;
  forcing forcing_;
  state stage_, next_;
  std::int64_t steps_ = 0;
  double shortest_step_ = 3600;
};

}  // namespace weather
