#include "solution.hpp"

#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>

#include "../basics/failure.hpp"
#include "../output/output_files.hpp"
#include "../output/plot.hpp"
#include "result.hpp"

namespace isobit::tool {
namespace {

using steady = std::chrono::steady_clock;

std::string name_of(solver_method method) {
  constexpr std::array names{"cg", "pipelined-cg", "bicgstab", "gmres", "minres"};
  return names[static_cast<std::size_t>(method)];
}
std::string name_of(preconditioner_kind kind) {
  constexpr std::array names{"none", "jacobi", "ssor", "ic0", "ilu0", "chebyshev", "multigrid"};
  return names[static_cast<std::size_t>(kind)];
}

template <class Index>
solver::preconditioner<double> make_preconditioner(preconditioner_kind kind, solver::space<double> const& where,
                                                   sparse::csr_view<double, Index, std::int64_t> const& a) {
  switch (kind) {
  case preconditioner_kind::none:
    break;
  case preconditioner_kind::jacobi:
    return solver::jacobi(where, a);
  case preconditioner_kind::ssor:
    return solver::ssor(where, a);
  case preconditioner_kind::ic0:
    return solver::ic0(where, a);
  case preconditioner_kind::ilu0:
    return solver::ilu0(where, a);
  case preconditioner_kind::chebyshev:
    return solver::chebyshev(where, a);
  case preconditioner_kind::multigrid:
    return solver::multigrid(where, a);
  }
  return nullptr;
}

solver::report iterate(solver_method method, solver::space<double> const& where, solver::linear_map<double> const& a,
                       std::span<double const> b, std::span<double> x, solver::linear_map<double> const* preconditioner,
                       solver::options const& how) {
  switch (method) {
  case solver_method::cg:
    break;
  case solver_method::pipelined_cg:
    return solver::pipelined_cg<double>(where, a, b, x, preconditioner, how);
  case solver_method::bicgstab:
    return solver::bicgstab<double>(where, a, b, x, preconditioner, how);
  case solver_method::gmres:
    return solver::gmres<double>(where, a, b, x, preconditioner, how);
  case solver_method::minres:
    return solver::minres<double>(where, a, b, x, preconditioner, how);
  }
  return solver::cg<double>(where, a, b, x, preconditioner, how);
}

/// How far an iteration is, on a terminal, once it has taken a second.
class iteration_line {
public:
  explicit iteration_line(bool speaks) : speaks_(speaks && ::isatty(STDERR_FILENO) != 0) {}
  ~iteration_line() {
    if (drawn_) std::fputs("\r\x1b[K", stderr);
  }
  iteration_line(iteration_line const&) = delete;
  iteration_line& operator=(iteration_line const&) = delete;

  void show(solver::progress const& now) {
    if (!speaks_ || steady::now() < due_) return;
    due_ = steady::now() + std::chrono::milliseconds(100);
    std::fprintf(stderr, "\riteration %lld  residual %.3g \x1b[K", static_cast<long long>(now.iteration), now.residual);
    std::fflush(stderr);
    drawn_ = true;
  }

private:
  bool speaks_, drawn_ = false;
  steady::time_point due_ = steady::now() + std::chrono::seconds(1);
};

std::string history_table(std::vector<double> const& history) {
  std::string text = "iteration,residual,hex\n";
  for (std::size_t k = 0; k < history.size(); ++k)
    text += std::to_string(k) + "," + decimal({history[k], false}) + "," + hexadecimal({history[k], false}) + "\n";
  return text;
}

std::string convergence_picture(solution const& found, matrix_options const& options) {
  plot picture{options.matrix + ": " + name_of(options.method) +
                   (options.preconditioner == preconditioner_kind::none ? "" : ", " + name_of(options.preconditioner)),
               "iteration",
               "norm of the residual",
               {},
               {},
               true};
  plot_series residuals{"residual", "#1f6fb4", {}};
  for (std::size_t k = 0; k < found.how.history.size(); ++k)
    if (double const residual = found.how.history[k]; is_finite({residual, false}))
      residuals.points.emplace_back(static_cast<double>(k), residual);
  double const wanted = options.tolerance * found.right_hand_side_norm;
  plot_series const goal{
      "tolerance", "#d7263d", {{0, wanted}, {std::max(1.0, static_cast<double>(found.how.iterations)), wanted}}};
  picture.series = {residuals};
  if (wanted != 0 && is_finite({wanted, false})) picture.series.push_back(goal);
  return svg(picture);
}

/// How it ended, in words.
std::string sentence_of(solver::report const& how) {
  std::string const after = " after " + counted(how.iterations, "iteration", "iterations");
  switch (how.how) {
  case solver::outcome::converged:
    return "converged" + after;
  case solver::outcome::exhausted:
    return "not converged" + after;
  case solver::outcome::breakdown:
    return "the method broke down" + after;
  case solver::outcome::indefinite:
    return "matrix or preconditioner are not positive definite, as was seen" + after;
  case solver::outcome::not_finite:
    return "infinities or NaN came up" + after;
  case solver::outcome::stopped:
    return "stopped" + after;
  }
  return {};
}

}  // namespace

void require_system(market_file const& matrix, market_file const& right_hand_side) {
  auto const &a = matrix.about(), &b = right_hand_side.about();
  if (a.rows != a.columns)
    throw failure(exit_code::bad_data, matrix.name() + ": " + counted(a.rows, "row", "rows") + " and " +
                                           counted(a.columns, "column", "columns") + "; solve takes square matrices");
  if (b.columns != 1)
    throw failure(exit_code::bad_data, right_hand_side.name() + ": " + counted(b.columns, "column", "columns") +
                                           "; solve takes one right-hand side at a time");
  if (b.rows != a.rows)
    throw failure(exit_code::bad_data, right_hand_side.name() + ": " + counted(b.rows, "row", "rows") + ", and " +
                                           matrix.name() + " has " + std::to_string(a.rows));
  for (auto const* const file : {&matrix, &right_hand_side})
    if (file->is_complex()) throw failure(exit_code::bad_data, file->name() + ": solve takes real numbers only");
}

template <class Index>
solver::report solve(matrix_options const& options, solver::space<double> const& where,
                     solver::linear_map<double> const& map, sparse::csr_view<double, Index, std::int64_t> const& a,
                     std::span<double const> b, std::span<double> x, bool speaks) try {
  auto const preconditioner = make_preconditioner(options.preconditioner, where, a);
  iteration_line line(speaks);
  solver::options how;
  how.tolerance = options.tolerance;
  how.most_iterations = options.most_iterations;
  how.restart = options.restart;
  how.after_each = [&](solver::progress const& now) {
    line.show(now);
    return true;
  };
  return iterate(options.method, where, map, b, x, preconditioner.get(), how);
} catch (error const& problem) {
  if (problem.code() == status::communication) throw;
  throw failure(exit_code::bad_data, options.matrix + ": " + plain_message(problem));
}

#define ISOBIT_INSTANTIATE(Index)                                                             \
  template solver::report solve(                                                              \
      matrix_options const&, solver::space<double> const&, solver::linear_map<double> const&, \
      sparse::csr_view<double, Index, std::int64_t> const&, std::span<double const>, std::span<double>, bool);
ISOBIT_INSTANTIATE(std::int32_t)
ISOBIT_INSTANTIATE(std::int64_t)
#undef ISOBIT_INSTANTIATE

void publish(solution const& found, matrix_options const& options, output_options const& output) {
  output_files outputs;
  dense_matrix<double> const x{static_cast<std::ptrdiff_t>(found.x.size()), 1, found.x};
  outputs.add(options.output, [&](std::ostream& out) { sparse::matrix_market::write<double>(out, x.view()); });
  if (!options.history.empty()) outputs.add(options.history, history_table(found.how.history));
  if (!options.svg.empty()) outputs.add(options.svg, convergence_picture(found, options));
  outputs.commit();
  number const residual{found.how.residual, false}, norm{found.right_hand_side_norm, false};
  json_object object;
  object.add("operation", "matrix solve").add("method", name_of(options.method));
  object.add("preconditioner", name_of(options.preconditioner)).add_raw("tolerance", json_number(options.tolerance));
  object.add("rows", x.rows).add("entries", found.entries).add("outcome", solver::name_of(found.how.how));
  object.add("iterations", found.how.iterations);
  add_result(object, "residual_", residual);
  add_result(object, "right_hand_side_norm_", norm);
  object.add("output", options.output).add("files", std::vector{options.matrix, options.vectors});
  std::string const line = sentence_of(found.how) + "; residual " + decimal(residual) + "  " + hexadecimal(residual);
  print_result(object, line, options, output);
}

}  // namespace isobit::tool
