#pragma once

// What the examples of sparse matrices take for granted.

#include <vector>

#include <isobit/isobit.hpp>
#include <isobit/sparse.hpp>

inline std::ptrdiff_t rows, columns;
inline std::vector<int> i, j, offsets, indices, order;
inline std::vector<double> values, other_values, result, x, y, b;
inline isobit::sparse::csr_matrix<double> a;
inline isobit::sparse::csr_matrix<double> square;
using namespace isobit::sparse;
using isobit::column_major;
