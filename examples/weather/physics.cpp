#include "physics.hpp"

#include <cmath>
#include <span>

#include <isobit/math.hpp>

#include "rows.hpp"

namespace weather {
namespace {

namespace cr = isobit::cr;

constexpr double day = 86400;
constexpr double heating_time = 20 * day;
constexpr double heating_scale = 200;    // m: from here on heating grows exponentially
constexpr double push_time = 1.5 * day;  // in which the jets would arise from rest
constexpr double von_karman = 0.4;
constexpr double roughness = 0.1;    // m, of the ground
constexpr double ground_wind = 0.3;  // of the wind that the model has
constexpr double smagorinsky = 0.1;

double square(double x) { return x * x; }

}  // namespace

void find_forcing(state const& now, totals const& all, double usual_kinetic_energy, channel const& c,
                  decomposition const& parts, isobit::threads const& on, forcing& found) {
  double const cells = static_cast<double>(c.cells.x) * static_cast<double>(c.cells.y);
  found.push = 1 / push_time;
  found.viscosity = square(smagorinsky) * c.dx * c.dy * std::sqrt(all.enstrophy / cells);
  double const braking = square(von_karman * ground_wind) * cr::pow(all.kinetic_energy / usual_kinetic_energy, 1.5);

  auto const columns = static_cast<std::ptrdiff_t>(parts.count().x);
  auto const rows = static_cast<std::ptrdiff_t>(parts.count().y);
  for_rows(on, -1, rows, [&](std::ptrdiff_t j) {
    double const *const h = now.h.row(j), *const u = now.u.row(j), *const v = now.v.row(j);

    double* const drag = found.drag.row(j);
    for (std::ptrdiff_t i = -1; i < columns; ++i) drag[i] = h[i] / roughness;
    std::span const of_row(drag - 1, parts.count().x + 1);
    cr::log(of_row, of_row, isobit::serial());
    double const* const v_north = now.v.row(j + 1);
    for (std::ptrdiff_t i = -1; i < columns; ++i) {
      double const speed = 0.5 * std::sqrt(square(u[i] + u[i + 1]) + square(v[i] + v_north[i]));
      drag[i] = braking * speed / (square(drag[i]) * h[i]);
    }

    if (j < 0) return;
    double* const heating = found.heating.row(j);
    double const balanced = c.balanced[parts.first().y + static_cast<std::size_t>(j)];
    for (std::ptrdiff_t i = 0; i < columns; ++i) heating[i] = (balanced - h[i]) / heating_scale;
    std::span const heated(heating, parts.count().x);
    cr::expm1(heated, heated, isobit::serial());
    for (std::ptrdiff_t i = 0; i < columns; ++i) heating[i] *= heating_scale / heating_time;
  });
}

}  // namespace weather
