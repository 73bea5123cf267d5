#include <limits>

#include <isobit/solver/csr_map.hpp>

#include "solver/circles.hpp"
#include "solver/jacobi.hpp"
#include "solver/make.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

namespace {

/// z = p(inverse(D)*A) * inverse(D) * r, by steps d.
template <class T> class chebyshev_steps final : public linear_map<T> {
public:
  /// d = scale*d + share*inverse(D)*(what is left of r).
  struct step {
    real_of<T> scale, share;
  };

  chebyshev_steps(space<T> const& where, local_rows<T> a, real_of<T> center, std::vector<step> steps)
      : where_(&where), a_(std::move(a)), diagonal_(diagonal_of(where, a_)), map_(where, a_.view()), center_(center),
        steps_(std::move(steps)), left_(diagonal_.size()), product_(left_), d_(left_) {}

  void apply(std::span<T const> r, std::span<T> z) const override {
    auto const on = where_->on();
    for_each_number(on, z, [&](std::size_t i) { return quotient(r[i], diagonal_[i]) / center_; });
    std::copy(z.begin(), z.end(), d_.begin());
    std::copy(r.begin(), r.end(), left_.begin());
    for (step const& now : steps_) {
      map_.apply(d_, product_);
      for_each_block(on, d_.size(), [&](std::size_t first, std::size_t count) {
        for (std::size_t i = first; i < first + count; ++i) {
          left_[i] = left_[i] - product_[i];
          product_[i] = quotient(left_[i], diagonal_[i]);
        }
        auto const d = std::span(d_).subspan(first, count);
        linalg::scal(now.scale, linalg::vector_view<real_of<T>>(parts_of(d)));
        add_some(now.share, std::span<T const>(product_).subspan(first, count), d);
        add_some(real_of<T>{1}, std::span<T const>(d), z.subspan(first, count));
      });
    }
  }

private:
  space<T> const* where_;
  local_rows<T> a_;
  std::vector<T> diagonal_;
  csr_map<T, std::int32_t, std::int64_t> map_;
  real_of<T> center_;
  std::vector<step> steps_;
  mutable std::vector<T> left_, product_, d_;
};

}  // namespace

template <class T>
preconditioner<T> make_chebyshev(space<T> const& where, local_rows<T> a, int degree, eigenvalue_bounds bounds) {
  if (degree < 1) refuse("chebyshev needs a degree of at least 1");
  if (bounds.lower == 0 && bounds.upper == 0) {
    bounds.upper = largest_circle(where, a);
    if (where.all_rows() == 0) bounds.upper = 1;
    bounds.lower = bounds.upper / 30;
  }
  if (!(0 < bounds.lower && bounds.lower < bounds.upper && bounds.upper <= std::numeric_limits<real_of<T>>::max()))
    refuse("chebyshev needs bounds with 0 < lower < upper");
  double const center = (bounds.upper + bounds.lower) / 2, radius = (bounds.upper - bounds.lower) / 2;
  double const sigma = center / radius;
  double rho = 1 / sigma;
  std::vector<typename chebyshev_steps<T>::step> steps;
  for (int k = 1; k < degree; ++k) {
    double const next = 1 / (2 * sigma - rho);
    steps.push_back({static_cast<real_of<T>>(next * rho), static_cast<real_of<T>>(2 * next / radius)});
    rho = next;
  }
  return std::make_unique<chebyshev_steps<T>>(where, std::move(a), static_cast<real_of<T>>(center), std::move(steps));
}
#define ISOBIT_INSTANTIATE(T) \
  template preconditioner<T> make_chebyshev(space<T> const&, local_rows<T>, int, eigenvalue_bounds);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(std::complex<double>)
ISOBIT_INSTANTIATE(std::complex<float>)

}  // namespace solver
ISOBIT_NAMESPACE_END
