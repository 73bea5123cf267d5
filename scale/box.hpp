#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <isobit/sparse.hpp>

#include "data.hpp"

namespace scale {

using triple = std::array<int, 3>;

/// How many ranks stand along each side of a cube of ranks, as even as powers of two allow.
inline triple sides_of(int ranks) {
  triple sides = {1, 1, 1};
  for (std::size_t axis = 0; ranks > 1; axis = (axis + 1) % 3, ranks /= 2) sides[axis] *= 2;
  return sides;
}

/// What a rank has of a system on a grid of points, each of which is coupled with its six neighbours: the rows of a
/// box, whose columns are the box's own points, then those of other boxes that it reads, face by face.
class box {
public:
  struct face {
    int neighbour;
    std::vector<std::size_t> sent;  ///< the points that the neighbour reads
    std::size_t first_ghost;
  };

  /// `size` points along each side, `ranks` boxes along each side.
  box(triple size, triple ranks, int rank) {
    triple const at = {rank % ranks[0], rank / ranks[0] % ranks[1], rank / (ranks[0] * ranks[1])};
    triple const whole = {size[0] * ranks[0], size[1] * ranks[1], size[2] * ranks[2]};
    auto const number = [](triple const& p, triple const& of) {
      return static_cast<std::int64_t>(p[2]) * of[1] * of[0] + static_cast<std::int64_t>(p[1]) * of[0] + p[0];
    };
    all_rows = number({0, 0, whole[2]}, whole);
    matrix.rows = number({0, 0, size[2]}, size);
    std::size_t ghosts = static_cast<std::size_t>(matrix.rows);
    std::array<face const*, 6> face_to = {};
    faces.reserve(6);
    auto const for_each_point = [&](auto body) {
      for (triple p = {0, 0, 0}; p[2] < size[2]; ++p[2])
        for (p[1] = 0; p[1] < size[1]; ++p[1])
          for (p[0] = 0; p[0] < size[0]; ++p[0]) body(p);
    };
    for (std::size_t side = 0; side < 6; ++side) {
      std::size_t const axis = side / 2;
      int const step = side % 2 == 0 ? -1 : 1, edge = step < 0 ? 0 : size[axis] - 1;
      triple other = at;
      other[axis] += step;
      if (other[axis] < 0 || other[axis] >= ranks[axis]) continue;
      face& one = faces.emplace_back(face{static_cast<int>(number(other, ranks)), {}, ghosts});
      for_each_point([&](triple const& p) {
        if (p[axis] == edge) one.sent.push_back(static_cast<std::size_t>(number(p, size)));
      });
      ghosts += one.sent.size();
      face_to[side] = &one;
    }
    matrix.columns = static_cast<std::ptrdiff_t>(ghosts);
    std::array<std::size_t, 6> met = {};  // points on each side so far: they come in the order of `sent`
    for_each_point([&](triple const& p) {
      triple const global = {at[0] * size[0] + p[0], at[1] * size[1] + p[1], at[2] * size[2] + p[2]};
      auto const row = static_cast<std::uint64_t>(number(global, whole));
      rows.push_back(static_cast<std::int64_t>(row));
      right_side.push_back(value_at(row, 30));
      matrix.indices.push_back(static_cast<int>(number(p, size)));
      matrix.values.push_back(6.5 + value_at(~row, 0) / 4);
      for (std::size_t side = 0; side < 6; ++side) {
        triple next = p;
        next[side / 2] += side % 2 == 0 ? -1 : 1;
        bool const here = next[side / 2] >= 0 && next[side / 2] < size[side / 2];
        if (!here && face_to[side] == nullptr) continue;
        std::size_t const place =
            here ? static_cast<std::size_t>(number(next, size)) : face_to[side]->first_ghost + met[side]++;
        matrix.indices.push_back(static_cast<int>(place));
        matrix.values.push_back(-1);
      }
      matrix.offsets.push_back(static_cast<int>(matrix.indices.size()));
    });
    // Nobody asks which rows the ghosts are but preconditioners that eliminate.
    rows.resize(ghosts, -1);
  }

  isobit::sparse::csr_matrix<double> matrix;
  std::vector<std::int64_t> rows;
  std::vector<double> right_side;
  std::vector<face> faces;
  std::int64_t all_rows = 0;
};

}  // namespace scale
