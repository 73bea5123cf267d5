#include "global.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>

#include "rows.hpp"

namespace weather {
namespace {

double square(double x) { return x * x; }

}  // namespace

global_sums::global_sums(channel const& c, decomposition const& parts, ranks const& all, summation how,
                         isobit::threads const& on)
    : channel_(c), parts_(parts), all_(all), how_(how), on_(on) {
  for (auto* terms : {&thickness_, &kinetic_, &potential_, &enstrophy_, &fastest_})
    terms->resize(parts.count().x * parts.count().y);
}

void global_sums::find_thickness(state const& s) {
  for (std::size_t j = 0; j < parts_.count().y; ++j)
    std::copy_n(s.h.row(static_cast<std::ptrdiff_t>(j)), parts_.count().x, thickness_.data() + j * parts_.count().x);
}

totals global_sums::of(state const& s) {
  find_thickness(s);
  auto const columns = static_cast<std::ptrdiff_t>(parts_.count().x);
  double const per_dx = 1 / channel_.dx, per_dy = 1 / channel_.dy;
  double const per_diagonal = std::sqrt(square(per_dx) + square(per_dy));
  for_rows(on_, 0, static_cast<std::ptrdiff_t>(parts_.count().y), [&](std::ptrdiff_t j) {
    double const *const h = s.h.row(j), *const u = s.u.row(j), *const v = s.v.row(j);
    double const *const u_south = s.u.row(j - 1), *const v_north = s.v.row(j + 1);
    std::ptrdiff_t const start = j * columns;
    for (std::ptrdiff_t i = 0; i < columns; ++i) {
      auto const k = static_cast<std::size_t>(start + i);
      kinetic_[k] = 0.25 * h[i] * ((square(u[i]) + square(u[i + 1])) + (square(v[i]) + square(v_north[i])));
      potential_[k] = 0.5 * channel::gravity * square(h[i]);
      enstrophy_[k] = square((v[i] - v[i - 1]) * per_dx - (u[i] - u_south[i]) * per_dy);
      fastest_[k] =
          std::abs(u[i]) * per_dx + std::abs(v[i]) * per_dy + std::sqrt(channel::gravity * h[i]) * per_diagonal;
    }
  });
  // What is not a number counts as infinite: all ranks must see it.
  constexpr double infinite = std::numeric_limits<double>::infinity();
  double fastest = 0;
  for (double const one : fastest_) fastest = one <= infinite ? std::max(fastest, one) : infinite;
  fastest = all_.maximum(fastest);
  if (fastest == infinite) throw std::runtime_error("the weather has blown up: choose a smaller --courant");

  std::array<std::span<double const>, 4> const fields = {thickness_, kinetic_, potential_, enstrophy_};
  auto const sums = all_.sums(fields, how_, on_);
  return {sums[0], sums[1], sums[2], sums[3], fastest};
}

double global_sums::thickness(state const& s) {
  find_thickness(s);
  std::array<std::span<double const>, 1> const fields = {thickness_};
  return all_.sums(fields, how_, on_).front();
}

}  // namespace weather
