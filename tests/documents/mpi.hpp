#pragma once

// What the examples over MPI take for granted.

#include <functional>
#include <vector>

#include <isobit/isobit.hpp>
#include <isobit/mpi.hpp>
#include <isobit/mpi/device.hpp>
#include <isobit/sparse.hpp>

inline MPI_Comm comm;
inline isobit::cuda::stream_handle stream;
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

struct finite_element {
  std::vector<std::int64_t> dofs;
  isobit::matrix_view<double const> stiffness() const { return {}; }
  std::vector<double> forces() const { return {}; }
};
inline std::vector<finite_element> my_elements;
inline isobit::mpi::sparse::row_distribution where;
extern isobit::mpi::sparse::distributed_matrix<double> a;
inline std::vector<std::int64_t> i, j, rows_of_others;
inline std::vector<double> other_values, b, whole;
inline std::vector<int> partition;
inline int rank, ranks;
