#pragma once

// What the examples over MPI take for granted.

#include <functional>
#include <vector>

#include <isobit/isobit.hpp>
#include <isobit/mpi.hpp>
#include <isobit/sparse.hpp>

inline MPI_Comm comm;
inline std::vector<double> mine, my_forces, my_paths, my_masses, gradients, mass, energy, salt, volume;
inline std::vector<double> ice_thickness, cell_areas;
inline std::vector<int> my_cells, is_ocean, offsets, indices;
inline std::vector<double> values, x, y;
inline isobit::exact my_sum;
inline void advance_particles() {}
inline void print(int, double) {}

struct matrix {
  friend matrix operator*(matrix const& a, matrix const&) { return a; }
};
inline std::vector<matrix> my_matrices;

namespace mla = isobit::mpi::linalg;
inline isobit::matrix_view<double> my_columns_of_a, my_rows_of_b, c;
inline std::ptrdiff_t n, rows, columns, row_block, column_block, lld, leading;
inline int process_rows, process_columns, nprow, npcol, desca[9];
inline double *my_a, *my_b, *my_c, *local_a, *local_b, *local_c;
