#include "solver/iteration.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

namespace {

template <class T> void stabilised_biconjugate_gradients(iteration<T>& it) {
  if (!it.begin()) return;
  auto r = it.make_vector(), p = it.make_vector(), v = it.make_vector(), y = it.make_vector(), z = it.make_vector(),
       t = it.make_vector();
  it.residual(it.x(), r);
  auto const shadow = r;
  auto const square = it.real_dot(r, r);
  if (!std::isfinite(square)) return void(it.end(outcome::not_finite));
  if (!it.note(it.norm(square))) return;
  T rho = square, rho_before = 0, alpha = 0, omega = 0;
  for (bool first = true;; first = false) {
    if (rho == T{}) return void(it.end(outcome::breakdown));
    T const beta = first ? T{0} : product(quotient(rho, rho_before), quotient(alpha, omega));
    it.add(-omega, v, p);
    it.scale_and_add(beta, r, p);
    it.precondition(p, y);
    it.multiply(y, v);
    T const sigma = it.dot(shadow, v);
    if (sigma == T{}) return void(it.end(outcome::breakdown));
    alpha = quotient(rho, sigma);
    if (!all_finite(beta, sigma, alpha)) return void(it.end(outcome::not_finite));
    it.add(-alpha, v, r);  // half of the step
    it.precondition(r, z);
    it.multiply(z, t);
    T products[3];  // t*r, t*t, r*r
    it.dots({{t, r}, {t, t}, {r, r}}, products);
    if (!all_finite(products[0], products[1], products[2])) return void(it.end(outcome::not_finite));
    double const half_way = it.norm(real_part(products[2]));
    if (it.reaches_goal(half_way) || products[0] == T{} || products[1] == T{}) {
      it.add(alpha, y, it.x());
      if (it.note(half_way)) it.end(outcome::breakdown);
      return;
    }
    omega = quotient(products[0], products[1]);
    it.add(-omega, t, r);
    T next[2];  // r*r, shadow*r
    it.dots({{r, r}, {shadow, r}}, next);
    if (!all_finite(omega, next[0], next[1])) return void(it.end(outcome::not_finite));
    it.add(alpha, y, it.x());
    it.add(omega, z, it.x());
    if (!it.note(it.norm(real_part(next[0])))) return;
    rho_before = rho;
    rho = next[1];
  }
}

}  // namespace

namespace detail {
template <class T> report bicgstab(system<T> const& of, options const& how) {
  return run(of, how, [](iteration<T>& it) { stabilised_biconjugate_gradients(it); });
}
template ISOBIT_API report bicgstab(system<double> const&, options const&);
template ISOBIT_API report bicgstab(system<float> const&, options const&);
template ISOBIT_API report bicgstab(system<std::complex<double>> const&, options const&);
template ISOBIT_API report bicgstab(system<std::complex<float>> const&, options const&);
}  // namespace detail

}  // namespace solver
ISOBIT_NAMESPACE_END
