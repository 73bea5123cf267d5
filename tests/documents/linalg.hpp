#pragma once

// What the examples of linear algebra take for granted.

#include <vector>

#include <isobit/isobit.hpp>
#include <isobit/linalg.hpp>

inline std::ptrdiff_t m, n, k;
inline double *a, *b, *c;
inline std::vector<double> x, y, values;
inline std::vector<std::ptrdiff_t> pivots;
inline isobit::matrix_view<double> a_view, b_view, c_view;
