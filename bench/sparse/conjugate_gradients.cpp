#include "conjugate_gradients.hpp"

#include <algorithm>

#include <isobit/driver/threads.hpp>

namespace bench::sparse {
namespace {

using four = double __attribute__((vector_size(32), aligned(8)));

double dot(double const* x, double const* y, std::size_t n) {
  four sums[4] = {};
  std::size_t i = 0;
  for (; i + 16 <= n; i += 16)
    for (std::size_t k = 0; k < 4; ++k)
      sums[k] += *reinterpret_cast<four const*>(x + i + 4 * k) * *reinterpret_cast<four const*>(y + i + 4 * k);
  four const all = sums[0] + sums[1] + sums[2] + sums[3];
  double sum = all[0] + all[1] + all[2] + all[3];
  for (; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

}  // namespace

plain_conjugate_gradients::plain_conjugate_gradients(matrix const& a, row_product product, std::size_t threads)
    : a_(a), multiply_(product), diagonal_(static_cast<std::size_t>(a.rows)) {
  std::size_t const n = diagonal_.size();
  for (std::size_t k = 0; k < threads; ++k) {
    std::size_t const first = n * k / threads;
    parts_.push_back({first, n * (k + 1) / threads - first});
  }
  for (std::size_t i = 0; i < n; ++i)
    for (auto k = static_cast<std::size_t>(a.offsets[i]); k < static_cast<std::size_t>(a.offsets[i + 1]); ++k)
      if (a.indices[k] == static_cast<int>(i)) diagonal_[i] = a.values[k];
}

template <class Body> void plain_conjugate_gradients::in_parts(Body body) {
  auto run = [&](std::size_t k) { body(parts_[k]); };
  isobit::threads(parts_.size()).run(parts_.size(), run);
}

void plain_conjugate_gradients::multiply(part const& mine, std::vector<double> const& x, std::vector<double>& y) const {
  auto const first = static_cast<std::ptrdiff_t>(mine.first);
  multiply_(a_, first, first + static_cast<std::ptrdiff_t>(mine.count), x.data(), y.data());
}

void plain_conjugate_gradients::solve(std::vector<double> const& b, std::vector<double>& x, int iterations) {
  std::vector<double> r(b.size()), z(b.size()), p(b.size()), q(b.size());
  in_parts([&](part const& mine) {
    multiply(mine, x, q);
    for (std::size_t i = mine.first; i < mine.first + mine.count; ++i) r[i] = b[i] - q[i];
  });
  double rho_before = 1, alpha = 0;
  for (int k = 0; k <= iterations; ++k) {
    // As isobit does: one pass over memory for all that needs no other scalar, a block in the cache at a time.
    in_parts([&](part& mine) {
      constexpr std::size_t block = 256;
      mine.sum = mine.square = 0;
      for (std::size_t at = mine.first, end = at + mine.count; at < end; at += block) {
        std::size_t const count = std::min(block, end - at);
        for (std::size_t i = at; i < at + count; ++i) {
          r[i] -= alpha * q[i];
          z[i] = r[i] / diagonal_[i];
        }
        mine.sum += dot(r.data() + at, z.data() + at, count);
        mine.square += dot(r.data() + at, r.data() + at, count);
      }
    });
    double rho = 0;
    for (part const& one : parts_) rho += one.sum;
    double const beta = k == 0 ? 0 : rho / rho_before;
    in_parts([&](part const& mine) {
      for (std::size_t i = mine.first; i < mine.first + mine.count; ++i) {
        x[i] += alpha * p[i];
        p[i] = z[i] + beta * p[i];
      }
    });
    if (k == iterations) return;
    in_parts([&](part& mine) {
      multiply(mine, p, q);
      mine.sum = dot(p.data() + mine.first, q.data() + mine.first, mine.count);
    });
    double sigma = 0;
    for (part const& one : parts_) sigma += one.sum;
    alpha = rho / sigma;
    rho_before = rho;
  }
}

}  // namespace bench::sparse
