#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <isobit/solver/methods.hpp>

#include "arithmetic/environment.hpp"
#include "solver/agree.hpp"
#include "solver/jacobi.hpp"
#include "solver/vectors.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

using detail::system;

/// What all methods do alike: work on the vectors of a system, and keep account. In the standard environment.
template <class T> class iteration {
public:
  using vector = std::vector<T>;
  using real = real_of<T>;

  iteration(system<T> const& of, options const& how)
      : of_(of), division_(dynamic_cast<division<T> const*>(of.preconditioner)), how_(how) {}

  [[nodiscard]] vector make_vector() const { return vector(of_.b.size()); }
  [[nodiscard]] driver_ref on() const { return of_.where.on(); }
  [[nodiscard]] std::span<T> x() const { return of_.x; }

  void multiply(std::span<T const> x, std::span<T> y) const { of_.a.apply(x, y); }
  /// z = M*r.
  void precondition(std::span<T const> r, std::span<T> z) const {
    if (of_.preconditioner != nullptr)
      of_.preconditioner->apply(r, z);
    else
      std::copy(r.begin(), r.end(), z.begin());
  }
  /// The same of an r that change(first, count) changes first, and real_dots of what that leads to: in one pass over
  /// memory, unless M mixes the numbers of r.
  template <class Change, std::size_t n>
  void precondition(Change change, std::span<T const> r, std::span<T> z, factors<T> const (&of)[n],
                    real (&results)[n]) const {
    if (of_.preconditioner != nullptr && division_ == nullptr) {
      for_each_block(on(), r.size(), change);
      of_.preconditioner->apply(r, z);
      return real_dots({}, of, results);
    }
    auto const write = [&](std::size_t first, std::size_t count) {
      change(first, count);
      if (division_ != nullptr)
        division_->divide(first, count, r, z);
      else
        std::copy_n(r.data() + first, count, z.data() + first);
    };
    real_dots(write, of, results);
  }
  /// y = y + alpha*x.
  template <class Factor> void add(Factor alpha, std::span<T const> x, std::span<T> y) const {
    solver::add(on(), alpha, x, y);
  }
  /// y = x + beta*y.
  template <class Factor> void scale_and_add(Factor beta, std::span<T const> x, std::span<T> y) const {
    solver::scale_and_add(on(), beta, x, y);
  }
  /// x = x / by.
  void divide(std::span<T> x, real by) const {
    for_each_number(on(), x, [&](std::size_t i) { return x[i] / by; });
  }
  /// r = b - a*x.
  void residual(std::span<T const> x, std::span<T> r) const {
    multiply(x, r);
    for_each_number(on(), r, [&](std::size_t i) { return of_.b[i] - r[i]; });
  }
  /// Several in one reduction.
  template <std::size_t n> void dots(factors<T> const (&of)[n], T (&results)[n]) const { of_.where.dots(of, results); }
  void dots(std::span<factors<T> const> of, std::span<T> results) const { of_.where.dots(of, results); }
  [[nodiscard]] T dot(std::span<T const> x, std::span<T const> y) const {
    T result[1];
    dots({{x, y}}, result);
    return result[0];
  }
  /// Their real parts, of vectors that `write` writes.
  template <std::size_t n>
  void real_dots(block_writer const& write, factors<T> const (&of)[n], real (&results)[n]) const {
    block_writer in_standard;  // on threads of which only the space knows
    if (write)
      in_standard = [&](std::size_t first, std::size_t count) {
        in_standard_rounding([&] { in_blocks(first, count, write); });
      };
    of_.where.real_dots(in_standard, of, results);
  }
  [[nodiscard]] real real_dot(std::span<T const> x, std::span<T const> y) const {
    real result[1];
    real_dots({}, {{x, y}}, result);
    return result[0];
  }

  /// Sets the goal by the square of b's norm. False where there is nothing to iterate; the report says why.
  bool begin(real square_of_b) {
    if (of_.where.all_rows() == 0) return end(outcome::converged);
    if (!std::isfinite(square_of_b)) return end(outcome::not_finite);
    if (square_of_b < 0) return end(outcome::indefinite);
    if (square_of_b == 0) {
      bool const any = std::any_of(of_.b.begin(), of_.b.end(), [](T one) { return one != T{}; });
      if (of_.where.largest(any ? 1 : 0) != 0) return end(outcome::breakdown);
      std::fill(of_.x.begin(), of_.x.end(), T{0});
      note(0);
      return false;
    }
    goal_ = how_.tolerance * norm(square_of_b);
    return true;
  }
  bool begin() { return begin(real_dot(of_.b, of_.b)); }

  [[nodiscard]] static double norm(real square) { return std::sqrt(static_cast<double>(square)); }
  [[nodiscard]] bool reaches_goal(double residual) const { return residual <= goal_; }
  /// Takes down the residual of the iterate that x is, or becomes before the method returns. Whether to go on.
  bool note(double residual) {
    report_.history.push_back(residual);
    report_.residual = residual;
    report_.iterations = static_cast<index>(report_.history.size()) - 1;
    bool const go_on = !how_.after_each || how_.after_each({report_.iterations, residual});
    if (reaches_goal(residual)) return end(outcome::converged);
    if (!go_on) return end(outcome::stopped);
    if (report_.iterations >= how_.most_iterations) return end(outcome::exhausted);
    return true;
  }
  [[nodiscard]] bool may_go_on() { return report_.iterations < how_.most_iterations || end(outcome::exhausted); }
  /// The last residual again, now that it was computed from x.
  void correct(double residual) { report_.history.back() = report_.residual = residual; }
  /// Always false.
  bool end(outcome how) {
    report_.how = how;
    if (report_.history.empty() && how != outcome::converged)
      report_.residual = std::numeric_limits<double>::quiet_NaN();
    return false;
  }
  /// A solution that overflowed is none, even where subnormal entries make a zero of its residual.
  void look_at_solution() {
    if (report_.how != outcome::converged) return;
    bool const any = std::any_of(of_.x.begin(), of_.x.end(), [](T one) { return !is_finite(one); });
    if (of_.where.largest(any ? 1 : 0) != 0) end(outcome::not_finite);
  }
  [[nodiscard]] report const& result() const { return report_; }

private:
  system<T> const& of_;
  division<T> const* division_;  // the preconditioner, if it is one
  options const& how_;
  double goal_ = 0;
  report report_;
};

/// Throws `error` for what does not fit, then runs method(iteration) in the standard environment.
template <class T, class Method> report run(system<T> const& of, options const& how, Method method) {
  auto const owned = static_cast<std::size_t>(of.where.owned());
  std::string problem;
  if (of.b.size() != owned || of.x.size() != owned)
    problem = "b has " + std::to_string(of.b.size()) + " numbers and x " + std::to_string(of.x.size()) +
              ", and the space owns " + std::to_string(owned) + " rows";
  else if (owned != 0 && of.b.data() < of.x.data() + owned && of.x.data() < of.b.data() + owned)
    problem = "x shares memory with b; give it memory of its own";
  require_on_all(of.where, problem);
  if (!(how.tolerance >= 0)) refuse("the tolerance must be a number, at least 0");
  if (how.most_iterations < 0) refuse("options::most_iterations is negative");
  if (how.restart < 1) refuse("options::restart must be at least 1");
  return in_standard_rounding([&] {
    iteration<T> it(of, how);
    method(it);
    it.look_at_solution();
    return it.result();
  });
}

}  // namespace solver
ISOBIT_NAMESPACE_END
