#include "channel.hpp"

#include <isobit/isobit.hpp>
#include <isobit/math.hpp>

namespace weather {
namespace {

namespace cr = isobit::cr;

constexpr double turns_per_second = 7.292e-5;  // of the earth, in radians
constexpr double radius = 6.37122e6;           // m
constexpr double latitude = 0.25;              // of the middle of the channel, in units of pi
constexpr double jets = 3;                     // to the east, across the channel

double square(double x) { return x * x; }

}  // namespace

// Every rank computes all rows, so that none of these numbers depends on who holds which.
channel::channel(extent number_of_cells)
    : cells(number_of_cells), dx(length / static_cast<double>(cells.x)), dy(width / static_cast<double>(cells.y)) {
  double const at_middle = 2 * turns_per_second * cr::sinpi(latitude);
  double const gradient = 2 * turns_per_second * cr::cospi(latitude) / radius;
  for (std::size_t j = 0; j <= cells.y; ++j)
    coriolis.push_back(at_middle + gradient * (static_cast<double>(j) * dy - width / 2));

  for (std::size_t j = 0; j < cells.y; ++j) {
    double const y = (static_cast<double>(j) + 0.5) * dy - width / 2;
    jet.push_back(jet_speed * cr::cospi(2 * jets * y / width));
  }

  // f u = -g dh/dy, from row to row.
  balanced.push_back(0);
  for (std::size_t j = 1; j < cells.y; ++j)
    balanced.push_back(balanced.back() - dy * coriolis[j] * (jet[j - 1] + jet[j]) / (2 * gravity));
  double const offset = mean_thickness - isobit::mean(balanced);
  for (double& h : balanced) h += offset;
}

state initial_state(channel const& c, decomposition const& parts) {
  constexpr double bump = 120;  // m
  auto const [first_x, first_y] = parts.first();
  auto const [columns, rows] = parts.count();
  state s(parts.count());
  for (std::size_t j = 0; j < rows; ++j) {
    double const y = (static_cast<double>(first_y + j) + 0.5) * c.dy - channel::width / 2;
    double const across = bump * cr::exp(-square((y - 3e5) / 4.5e5));
    auto const row = static_cast<std::ptrdiff_t>(j);
    for (std::size_t i = 0; i < columns; ++i) {
      double const x = (static_cast<double>(first_x + i) + 0.5) * c.dx - channel::length / 3;
      s.h.row(row)[i] = c.balanced[first_y + j] + across * cr::exp(-square(x / 1.5e6));
      s.u.row(row)[i] = c.jet[first_y + j];
    }
  }
  return s;
}

}  // namespace weather
