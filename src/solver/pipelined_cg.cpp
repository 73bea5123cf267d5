#include "solver/iteration.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

namespace {

template <class T> void pipelined_conjugate_gradients(iteration<T>& it) {
  using real = real_of<T>;
  if (!it.begin()) return;
  auto r = it.make_vector(), u = it.make_vector(), w = it.make_vector(), m = it.make_vector(), n = it.make_vector();
  auto p = it.make_vector(), q = it.make_vector(), s = it.make_vector(), z = it.make_vector();
  it.residual(it.x(), r);
  it.precondition(r, u);
  it.multiply(u, w);
  real products[3];  // r*u, w*u, r*r
  auto const measure = [&](block_writer const& write) { it.real_dots(write, {{r, u}, {w, u}, {r, r}}, products); };
  measure({});
  real alpha = 0, gamma_before = 0;
  for (bool first = true;; first = false) {
    real const gamma = products[0], delta = products[1];
    if (!all_finite(gamma, delta, products[2])) return void(it.end(outcome::not_finite));
    bool go_on = it.note(it.norm(products[2]));
    if (go_on && !(gamma > 0)) go_on = it.end(outcome::indefinite);
    if (!go_on) return it.add(alpha, p, it.x());
    real const beta = first ? real{0} : gamma / gamma_before;
    real const sigma = first ? delta : std::fma(-(beta / alpha), gamma, delta);
    it.add(alpha, p, it.x());
    alpha = gamma / sigma;
    if (!all_finite(sigma, beta) || (sigma > 0 && !std::isfinite(alpha))) return void(it.end(outcome::not_finite));
    if (!(sigma > 0)) return void(it.end(outcome::indefinite));
    it.precondition(w, m);
    it.multiply(m, n);
    measure([&](std::size_t at, std::size_t count) {
      auto const follow = [&](std::vector<T> const& from, std::vector<T>& direction, std::vector<T>* reduced) {
        auto const here = std::span(direction).subspan(at, count);
        scale_and_add_some(beta, std::span<T const>(from).subspan(at, count), here);
        if (reduced != nullptr) add_some(-alpha, std::span<T const>(here), std::span(*reduced).subspan(at, count));
      };
      // u and w are read before they change.
      follow(u, p, nullptr);
      follow(w, s, &r);
      follow(m, q, &u);
      follow(n, z, &w);
    });
    gamma_before = gamma;
  }
}

}  // namespace

namespace detail {
template <class T> report pipelined_cg(system<T> const& of, options const& how) {
  return run(of, how, [](iteration<T>& it) { pipelined_conjugate_gradients(it); });
}
template ISOBIT_API report pipelined_cg(system<double> const&, options const&);
template ISOBIT_API report pipelined_cg(system<float> const&, options const&);
template ISOBIT_API report pipelined_cg(system<std::complex<double>> const&, options const&);
template ISOBIT_API report pipelined_cg(system<std::complex<float>> const&, options const&);
}  // namespace detail

}  // namespace solver
ISOBIT_NAMESPACE_END
