#pragma once

// What the examples of sparse matrices take for granted.

#include <fstream>
#include <vector>

#include <isobit/isobit.hpp>
#include <isobit/sparse.hpp>

inline std::ptrdiff_t rows, columns;
inline std::vector<int> i, j, offsets, indices;
inline std::vector<double> values, other_values, result, x, y, b;
inline isobit::sparse::csr_matrix<double> a;
