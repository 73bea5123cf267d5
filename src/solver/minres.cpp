#include <isobit/linalg/rotation.hpp>

#include "solver/iteration.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

namespace {

template <class T> void minimal_residuals(iteration<T>& it, std::span<T const> b) {
  using real = real_of<T>;
  auto z = it.make_vector();
  it.precondition(b, z);
  if (!it.begin(it.real_dot(b, z))) return;
  // Lanczos vectors v and directions w, the newest last; z = M*v.
  auto v_before = it.make_vector(), v = it.make_vector(), v_next = it.make_vector();
  auto w_before = it.make_vector(), w = it.make_vector(), w_next = it.make_vector();
  it.residual(it.x(), v);
  it.precondition(v, z);
  real const square = it.real_dot(z, v);
  if (!std::isfinite(square)) return void(it.end(outcome::not_finite));
  if (square < 0) return void(it.end(outcome::indefinite));
  real gamma = std::sqrt(square), gamma_before = 1, eta = gamma;
  linalg::rotation<real> turn{0, 1, 0, 0}, turn_before = turn;
  if (!it.note(static_cast<double>(eta))) return;
  for (;;) {
    it.divide(z, gamma);
    it.multiply(z, v_next);
    real const delta = it.real_dot(v_next, z);
    std::swap(w_next, z);  // z over gamma, the start of the next direction
    real next_square[1];
    it.precondition(
        [&](std::size_t at, std::size_t count) {
          auto const some = [&](std::vector<T> const& of) { return std::span<T const>(of).subspan(at, count); };
          add_some(-(delta / gamma), some(v), std::span(v_next).subspan(at, count));
          add_some(-(gamma / gamma_before), some(v_before), std::span(v_next).subspan(at, count));
        },
        v_next, z, {{z, v_next}}, next_square);
    std::swap(v_before, v), std::swap(v, v_next);
    if (!all_finite(delta, next_square[0])) return void(it.end(outcome::not_finite));
    if (next_square[0] < 0) return void(it.end(outcome::indefinite));
    real const gamma_next = std::sqrt(next_square[0]);
    // The new column of the tridiagonal matrix, gamma, delta, gamma_next, under the last two rotations and a new one.
    real const two_above = turn_before.s * gamma;
    real above = turn_before.c * gamma, here = delta;
    linalg::rot(linalg::vector_view<real>(&above, 1), linalg::vector_view<real>(&here, 1), turn.c, turn.s);
    turn_before = turn;
    turn = linalg::rotg(here, gamma_next);
    if (turn.r == 0) return void(it.end(outcome::breakdown));
    it.add(-two_above, w_before, w_next);
    it.add(-above, w, w_next);
    it.divide(w_next, turn.r);
    std::swap(w_before, w), std::swap(w, w_next);
    it.add(turn.c * eta, w, it.x());
    eta = -turn.s * eta;
    if (!it.note(std::fabs(static_cast<double>(eta)))) return;
    gamma_before = gamma;
    gamma = gamma_next;
  }
}

}  // namespace

namespace detail {
template <class T> report minres(system<T> const& of, options const& how) {
  return run(of, how, [&](iteration<T>& it) { minimal_residuals(it, of.b); });
}
template ISOBIT_API report minres(system<double> const&, options const&);
template ISOBIT_API report minres(system<float> const&, options const&);
template ISOBIT_API report minres(system<std::complex<double>> const&, options const&);
template ISOBIT_API report minres(system<std::complex<float>> const&, options const&);
}  // namespace detail

}  // namespace solver
ISOBIT_NAMESPACE_END
