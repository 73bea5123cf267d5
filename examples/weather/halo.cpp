#include "halo.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace weather {
namespace {

std::array<field*, 3> fields_of(state& s) { return {&s.h, &s.u, &s.v}; }

/// One column of all three fields, for one message.
std::vector<double> column(state& s, std::ptrdiff_t i, std::ptrdiff_t rows) {
  std::vector<double> packed;
  for (field const* f : fields_of(s))
    for (std::ptrdiff_t j = 0; j < rows; ++j) packed.push_back(f->row(j)[i]);
  return packed;
}
void set_column(state& s, std::ptrdiff_t i, std::ptrdiff_t rows, std::vector<double> const& packed) {
  auto next = packed.begin();
  for (field* f : fields_of(s))
    for (std::ptrdiff_t j = 0; j < rows; ++j) f->row(j)[i] = *next++;
}

/// One row of all three fields, the halo's columns included: so the corners come along.
std::vector<double> row(state& s, std::ptrdiff_t j, std::ptrdiff_t columns) {
  std::vector<double> packed;
  for (field const* f : fields_of(s)) packed.insert(packed.end(), f->row(j) - 1, f->row(j) + columns + 1);
  return packed;
}
void set_row(state& s, std::ptrdiff_t j, std::ptrdiff_t columns, std::vector<double> const& packed) {
  auto next = packed.begin();
  for (field* f : fields_of(s)) {
    std::copy_n(next, columns + 2, f->row(j) - 1);
    next += columns + 2;
  }
}

/// Beyond a wall the thickness and the wind along it go on as they are; nothing blows through.
void reflect(state& s, std::ptrdiff_t inside, std::ptrdiff_t beyond, std::ptrdiff_t columns) {
  for (field* f : {&s.h, &s.u}) std::copy_n(f->row(inside) - 1, columns + 2, f->row(beyond) - 1);
  std::fill_n(s.v.row(beyond) - 1, columns + 2, 0.0);
}

}  // namespace

void exchange_halo(state& s, decomposition const& parts, ranks const& all) {
  auto const columns = static_cast<std::ptrdiff_t>(parts.count().x);
  auto const rows = static_cast<std::ptrdiff_t>(parts.count().y);

  std::vector<double> received(3 * parts.count().y);
  all.exchange(column(s, 0, rows), parts.west(), received, parts.east());
  set_column(s, columns, rows, received);
  all.exchange(column(s, columns - 1, rows), parts.east(), received, parts.west());
  set_column(s, -1, rows, received);

  received.resize(3 * (parts.count().x + 2));
  all.exchange(row(s, 0, columns), parts.south(), received, parts.north());
  if (parts.north() == decomposition::nobody)
    reflect(s, rows - 1, rows, columns);
  else
    set_row(s, rows, columns, received);
  all.exchange(row(s, rows - 1, columns), parts.north(), received, parts.south());
  if (parts.south() == decomposition::nobody)
    reflect(s, 0, -1, columns);
  else
    set_row(s, -1, columns, received);
}

}  // namespace weather
