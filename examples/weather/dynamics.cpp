#include "dynamics.hpp"

#include "rows.hpp"

namespace weather {

dynamics::dynamics(channel const& c, decomposition const& parts, isobit::threads const& on)
    : channel_(c), parts_(parts), on_(on), flux_x_(parts.count()), flux_y_(parts.count()), head_(parts.count()),
      vorticity_(parts.count()) {}

/// Also in the halo where `advance_row` looks: there the same operations on the same numbers give what the neighbour
/// has.
void dynamics::find_fluxes(state const& now) {
  auto const columns = static_cast<std::ptrdiff_t>(parts_.count().x);
  auto const rows = static_cast<std::ptrdiff_t>(parts_.count().y);
  auto const first_y = static_cast<std::ptrdiff_t>(parts_.first().y);
  for_rows(on_, -1, rows + 1, [&](std::ptrdiff_t j) {
    double const *const h = now.h.row(j), *const u = now.u.row(j), *const v = now.v.row(j);
    double* const flux_x = flux_x_.row(j);
    for (std::ptrdiff_t i = 0; i <= columns; ++i) flux_x[i] = 0.5 * (h[i - 1] + h[i]) * u[i];
    if (j < rows) {
      double const* const v_north = now.v.row(j + 1);
      double* const head = head_.row(j);
      for (std::ptrdiff_t i = -1; i < columns; ++i)
        head[i] = channel::gravity * h[i] +
                  0.25 * ((u[i] * u[i] + u[i + 1] * u[i + 1]) + (v[i] * v[i] + v_north[i] * v_north[i]));
    }
    if (j >= 0) {
      double const *const h_south = now.h.row(j - 1), *const u_south = now.u.row(j - 1);
      double* const flux_y = flux_y_.row(j);
      for (std::ptrdiff_t i = -1; i < columns; ++i) flux_y[i] = 0.5 * (h_south[i] + h[i]) * v[i];
      double const f = channel_.coriolis[static_cast<std::size_t>(first_y + j)];
      double* const vorticity = vorticity_.row(j);
      for (std::ptrdiff_t i = 0; i <= columns; ++i)
        vorticity[i] = 4 * (f + (v[i] - v[i - 1]) / channel_.dx - (u[i] - u_south[i]) / channel_.dy) /
                       ((h_south[i - 1] + h_south[i]) + (h[i - 1] + h[i]));
    }
  });
}

void dynamics::advance_row(state const& start, state const& now, forcing const& forced, double dt, std::ptrdiff_t j,
                           state& next) const {
  auto const columns = static_cast<std::ptrdiff_t>(parts_.count().x);
  std::size_t const global_j = parts_.first().y + static_cast<std::size_t>(j);
  double const per_dx = 1 / channel_.dx, per_dy = 1 / channel_.dy;
  double const diffusion_x = forced.viscosity * per_dx * per_dx, diffusion_y = forced.viscosity * per_dy * per_dy;

  double const *const flux_x = flux_x_.row(j), *const flux_x_south = flux_x_.row(j - 1);
  double const *const flux_y = flux_y_.row(j), *const flux_y_north = flux_y_.row(j + 1);
  double const *const head = head_.row(j), *const head_south = head_.row(j - 1);
  double const *const q = vorticity_.row(j), *const q_north = vorticity_.row(j + 1);
  double const *const drag = forced.drag.row(j), *const drag_south = forced.drag.row(j - 1);

  double const *const h = start.h.row(j), *const heating = forced.heating.row(j);
  double* const next_h = next.h.row(j);
  for (std::ptrdiff_t i = 0; i < columns; ++i)
    next_h[i] =
        h[i] + dt * (heating[i] - (flux_x[i + 1] - flux_x[i]) * per_dx - (flux_y_north[i] - flux_y[i]) * per_dy);

  double const *const u = now.u.row(j), *const u_south = now.u.row(j - 1), *const u_north = now.u.row(j + 1);
  double const* const start_u = start.u.row(j);
  double const push = forced.push * channel_.jet[global_j];
  double* const next_u = next.u.row(j);
  for (std::ptrdiff_t i = 0; i < columns; ++i) {
    double const turned =
        0.125 * (q[i] + q_north[i]) * ((flux_y[i - 1] + flux_y[i]) + (flux_y_north[i - 1] + flux_y_north[i]));
    double const smoothed =
        diffusion_x * (u[i - 1] - 2 * u[i] + u[i + 1]) + diffusion_y * (u_south[i] - 2 * u[i] + u_north[i]);
    double const braked = 0.5 * (drag[i - 1] + drag[i]) * u[i];
    next_u[i] = start_u[i] + dt * (turned - (head[i] - head[i - 1]) * per_dx + smoothed - braked + push);
  }

  if (global_j == 0) return;  // a wall: v stays 0
  double const *const v = now.v.row(j), *const v_south = now.v.row(j - 1), *const v_north = now.v.row(j + 1);
  double const* const start_v = start.v.row(j);
  double* const next_v = next.v.row(j);
  for (std::ptrdiff_t i = 0; i < columns; ++i) {
    double const turned =
        0.125 * (q[i] + q[i + 1]) * ((flux_x_south[i] + flux_x[i]) + (flux_x_south[i + 1] + flux_x[i + 1]));
    double const smoothed =
        diffusion_x * (v[i - 1] - 2 * v[i] + v[i + 1]) + diffusion_y * (v_south[i] - 2 * v[i] + v_north[i]);
    double const braked = 0.5 * (drag_south[i] + drag[i]) * v[i];
    next_v[i] = start_v[i] + dt * (-turned - (head[i] - head_south[i]) * per_dy + smoothed - braked);
  }
}

void dynamics::advance(state const& start, state const& now, forcing const& forced, double dt, state& next) {
  find_fluxes(now);
  for_rows(on_, 0, static_cast<std::ptrdiff_t>(parts_.count().y),
           [&](std::ptrdiff_t j) { advance_row(start, now, forced, dt, j, next); });
}

}  // namespace weather
