#include "solver/iteration.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

namespace {

template <class T> void conjugate_gradients(iteration<T>& it) {
  using real = real_of<T>;
  if (!it.begin()) return;
  auto r = it.make_vector(), z = it.make_vector(), p = it.make_vector(), q = it.make_vector();
  it.residual(it.x(), r);
  real alpha = 0, rho_before = 0;
  for (bool first = true;; first = false) {
    real products[2];  // r*z, r*r
    it.precondition(
        [&](std::size_t at, std::size_t count) {
          add_some(-alpha, std::span<T const>(q).subspan(at, count), std::span(r).subspan(at, count));
        },
        r, z, {{r, z}, {r, r}}, products);
    real const rho = products[0];
    // The step that led to r is only now added to x: where r is not finite, x stays what it was before.
    if (!all_finite(rho, products[1])) return void(it.end(outcome::not_finite));
    bool go_on = it.note(it.norm(products[1]));
    if (go_on && !(rho > 0)) go_on = it.end(outcome::indefinite);
    if (!go_on) return it.add(alpha, p, it.x());
    real const beta = first ? real{0} : rho / rho_before;
    for_each_block(it.on(), p.size(), [&](std::size_t at, std::size_t count) {
      auto const p_here = std::span<T const>(p).subspan(at, count);
      add_some(alpha, p_here, it.x().subspan(at, count));
      add_some(beta, p_here, std::span(z).subspan(at, count));
    });
    std::swap(p, z);
    it.multiply(p, q);
    real const sigma = it.real_dot(p, q);
    alpha = rho / sigma;
    if (!all_finite(sigma, beta) || (sigma > 0 && !std::isfinite(alpha))) return void(it.end(outcome::not_finite));
    if (!(sigma > 0)) return void(it.end(outcome::indefinite));
    rho_before = rho;
  }
}

}  // namespace

namespace detail {
template <class T> report cg(system<T> const& of, options const& how) {
  return run(of, how, [](iteration<T>& it) { conjugate_gradients(it); });
}
template ISOBIT_API report cg(system<double> const&, options const&);
template ISOBIT_API report cg(system<float> const&, options const&);
template ISOBIT_API report cg(system<std::complex<double>> const&, options const&);
template ISOBIT_API report cg(system<std::complex<float>> const&, options const&);
}  // namespace detail

}  // namespace solver
ISOBIT_NAMESPACE_END
