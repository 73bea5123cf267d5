#include <cmath>

#include "bench/sparse/plain.hpp"
#include "box_space.hpp"

namespace scale {
namespace {

using four = double __attribute__((vector_size(32), aligned(8)));

double dot(std::vector<double> const& x, std::vector<double> const& y, std::size_t n) {
  four sums[4] = {};
  std::size_t i = 0;
  for (; i + 16 <= n; i += 16)
    for (std::size_t k = 0; k < 4; ++k)
      sums[k] += *reinterpret_cast<four const*>(&x[i + 4 * k]) * *reinterpret_cast<four const*>(&y[i + 4 * k]);
  four const all = sums[0] + sums[1] + sums[2] + sums[3];
  double sum = all[0] + all[1] + all[2] + all[3];
  for (; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

}  // namespace

#if defined(__x86_64__)
__attribute__((target_clones("default", "arch=haswell")))
#endif
std::vector<double>
plain_iterations(box const& of, messages<std::span<double>> const& with, int count, after_each const& after) {
  // For seven entries a row faster than AVX-512 on a processor that has both.
  auto const multiply = bench::sparse::find_product("avx2");
  std::size_t const n = of.right_side.size();
  std::vector<double> x(n), r = of.right_side, z(n), q(n), diagonal(n);
  std::vector<double> p(static_cast<std::size_t>(of.matrix.columns));
  for (std::size_t i = 0; i < n; ++i) diagonal[i] = of.matrix.values[static_cast<std::size_t>(of.matrix.offsets[i])];
  std::vector<double> history;
  double alpha = 0, rho_before = 1;
  for (int k = 0;; ++k) {
    for (std::size_t i = 0; i < n; ++i) z[i] = r[i] / diagonal[i];
    double sums[2] = {dot(r, z, n), dot(r, r, n)};
    with.merge(sums);
    double const rho = sums[0], beta = k == 0 ? 0 : rho / rho_before;
    history.push_back(std::sqrt(sums[1]));
    for (std::size_t i = 0; i < n; ++i) {
      x[i] += alpha * p[i];
      p[i] = z[i] + beta * p[i];
    }
    if (!after(k) || k == count) return history;
    with.fetch_ghosts(p);
    multiply(of.matrix, 0, of.matrix.rows, p.data(), q.data());
    double sigma[1] = {dot(p, q, n)};
    with.merge(sigma);
    alpha = rho / sigma[0];
    for (std::size_t i = 0; i < n; ++i) r[i] -= alpha * q[i];
    rho_before = rho;
  }
}

}  // namespace scale
