#include "matrix_line.hpp"

#include "../input/number.hpp"
#include "../output/number.hpp"
#include "option_kinds.hpp"

namespace isobit::tool {
namespace {

CLI::App* add_action(CLI::App& matrix, request& wanted, matrix_action action, std::string const& name,
                     std::string const& help) {
  auto* const app = matrix.add_subcommand(name, help);
  app->callback([&wanted, action] {
    wanted.what = subcommand::matrix;
    wanted.matrix.action = action;
  });
  app->add_option("matrix", wanted.matrix.matrix, "a Matrix Market file, compressed or not; - is the standard input")
      ->required()
      ->type_name("FILE");
  return app;
}

void add_common(CLI::App& app, request& wanted) {
  app.add_option("-j,--threads", wanted.input.threads, "number of threads (default: all); the bits do not depend on it")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1024}))
      ->type_name("N");
  app.add_flag("--json", wanted.output.json, "print one JSON object");
  app.add_flag("-q,--quiet", wanted.output.quiet, "no remarks and no progress bar");
}

void add_result_file(CLI::App& app, request& wanted, std::string const& help) {
  app.add_option("-o,--output", wanted.matrix.output, help + "; compressed where its name ends in .gz")
      ->required()
      ->type_name("FILE");
}

void add_vectors(CLI::App& app, request& wanted, std::string const& name, std::string const& help) {
  app.add_option(name, wanted.matrix.vectors, help)->required()->type_name("FILE");
}

/// Read as the numbers of files are: the correctly rounded one.
double tolerance_of(std::string const& text) {
  auto const [value, status] = parse_number<double>(text);
  if (status != number_status::good || !(value >= 0) || !is_finite({value}))
    throw CLI::ValidationError("--tolerance", "'" + text + "' is not a number from 0 on");
  return value;
}

void add_solve(CLI::App& matrix, request& wanted) {
  auto& options = wanted.matrix;
  auto* const solve = add_action(matrix, wanted, matrix_action::solve, "solve",
                                 "solve a system of equations by iteration, the same bits on any machine");
  add_vectors(*solve, wanted, "right-hand-side", "a file with one column");
  add_result_file(*solve, wanted, "where the solution goes, also where it did not converge");
  add_words<solver_method>(*solve, "-m,--method", options.method,
                           {{"cg", solver_method::cg},
                            {"pipelined-cg", solver_method::pipelined_cg},
                            {"bicgstab", solver_method::bicgstab},
                            {"gmres", solver_method::gmres},
                            {"minres", solver_method::minres}},
                           "how to iterate (default cg, for symmetric positive definite matrices)");
  add_words<preconditioner_kind>(*solve, "-p,--preconditioner", options.preconditioner,
                                 {{"none", preconditioner_kind::none},
                                  {"jacobi", preconditioner_kind::jacobi},
                                  {"ssor", preconditioner_kind::ssor},
                                  {"ic0", preconditioner_kind::ic0},
                                  {"ilu0", preconditioner_kind::ilu0},
                                  {"chebyshev", preconditioner_kind::chebyshev},
                                  {"multigrid", preconditioner_kind::multigrid}},
                                 "what makes it faster (default none)");
  solve
      ->add_option_function<std::string>(
          "-t,--tolerance", [&options](std::string const& text) { options.tolerance = tolerance_of(text); },
          "how small the residual is to become, relative to the right-hand side (default 1e-10)")
      ->type_name("X");
  solve->add_option("-n,--most-iterations", options.most_iterations, "when to give up (default 10000)")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1} << 62))
      ->type_name("N");
  solve->add_option("--restart", options.restart, "after how many iterations gmres starts anew (default 30)")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 31))
      ->type_name("N");
  solve->add_option("--history", options.history, "write the norm of the residual after every iteration, as CSV")
      ->type_name("FILE");
  solve->add_option("--svg", options.svg, "write a picture of the convergence")->type_name("FILE");
  solve->add_flag("--mpi", wanted.mpi, "over the ranks of an MPI job: mpirun -n 4 isobit matrix solve --mpi ...");
  add_common(*solve, wanted);
}

}  // namespace

void add_matrix(CLI::App& app, request& wanted) {
  auto* const matrix = app.add_subcommand("matrix", "sparse matrices in Matrix Market files");
  matrix->require_subcommand(1);
  auto* const assemble = add_action(*matrix, wanted, matrix_action::assemble, "assemble",
                                    "add up the contributions to every place, each sum rounded once");
  add_result_file(*assemble, wanted, "where the matrix goes");
  add_common(*assemble, wanted);
  auto* const multiply = add_action(*matrix, wanted, matrix_action::multiply, "multiply",
                                    "a matrix times another, or vectors, every number rounded once");
  add_vectors(*multiply, wanted, "vectors", "a file with vectors as its columns, an array or not");
  add_result_file(*multiply, wanted, "where the product goes");
  multiply->add_flag("--transposed", wanted.matrix.is_transposed, "multiply by the transposed matrix");
  add_common(*multiply, wanted);
  add_solve(*matrix, wanted);
  auto* const info = add_action(*matrix, wanted, matrix_action::info, "info",
                                "sizes, symmetry, bandwidth, norms and the range of a matrix");
  info->add_option("--svg", wanted.matrix.svg, "write a picture of the places that have entries")->type_name("FILE");
  add_common(*info, wanted);
}

}  // namespace isobit::tool
