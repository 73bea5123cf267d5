#pragma once

#include <cstdint>
#include <string>

namespace isobit::tool {

enum class matrix_action { assemble, multiply, solve, info };
enum class solver_method { cg, pipelined_cg, bicgstab, gmres, minres };
enum class preconditioner_kind { none, jacobi, ssor, ic0, ilu0, chebyshev, multigrid };

/// What the command line says about `isobit matrix`.
struct matrix_options {
  matrix_action action = matrix_action::info;
  std::string matrix;          ///< a file
  std::string vectors;         ///< multiply: what the matrix is multiplied by; solve: the right-hand side
  std::string output;          ///< "-" is the standard output
  std::string svg;             ///< solve, info: a picture
  bool is_transposed = false;  ///< multiply
  // solve:
  solver_method method = solver_method::cg;
  preconditioner_kind preconditioner = preconditioner_kind::none;
  double tolerance = 1e-10;
  std::int64_t most_iterations = 10000;
  std::int64_t restart = 30;
  std::string history;
};

}  // namespace isobit::tool
