#pragma once

// What the examples of sparse matrices take for granted.

#include <fstream>
#include <vector>

#include <isobit/isobit.hpp>
#include <isobit/sparse.hpp>

inline std::ptrdiff_t rows, columns;
inline std::vector<int> i, j, offsets, indices, order;
inline std::vector<double> values, other_values, result, x, y, b;
inline isobit::sparse::csr_matrix<double> a;

struct finite_element {
  std::vector<int> dofs;
  isobit::matrix_view<double const> stiffness() const { return {}; }
  std::vector<double> forces() const { return {}; }
};
inline std::vector<finite_element> elements;
inline double const* stiffness;
inline isobit::sparse::assembler<double> matrix(1, 1);
inline isobit::sparse::csr_matrix<double> square;
using namespace isobit::sparse;
using isobit::column_major;
