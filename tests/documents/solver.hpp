#pragma once

// What the examples of solvers take for granted.

#include <cstdio>
#include <vector>

#include <isobit/solver.hpp>

inline std::vector<double> x, b, r, z;
inline isobit::sparse::csr_matrix<double> a;
inline isobit::solver::local_space<double> here(0);
