#include <isobit/linalg/gemv.hpp>
#include <isobit/linalg/rotation.hpp>
#include <isobit/linalg/triangular.hpp>

#include "solver/iteration.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

namespace {

/// The orthonormal vectors between two restarts, and the triangle that the rotations make of Hessenberg's matrix.
template <class T> class krylov_basis {
public:
  krylov_basis(iteration<T>& it, std::size_t rows, std::size_t most)
      : it_(it), rows_(rows), most_(most), vectors_(rows * (most + 1)), triangle_(most * most), right_(most + 1) {
    turns_.reserve(most);
  }

  /// Where the residual that a cycle starts from goes.
  [[nodiscard]] std::span<T> start() { return vector(0); }
  void begin(real_of<T> norm) {
    it_.divide(start(), norm);
    turns_.clear();
    is_complete_ = false;
    right_[0] = norm;
  }
  [[nodiscard]] std::size_t size() const { return turns_.size(); }
  [[nodiscard]] std::span<T> last() { return vector(size()); }

  /// The product with the last vector, which lies in next(), becomes a new one. `converged` here: more to come.
  outcome extend() {
    std::size_t const j = size();
    auto const w = next();
    std::vector<T> column = orthogonalise(w, j + 1);
    auto const again = orthogonalise(w, j + 1);
    for (std::size_t i = 0; i <= j; ++i) column[i] = column[i] + again[i];
    auto const square = it_.real_dot(w, w);
    if (!std::isfinite(square)) return outcome::not_finite;
    auto const below = std::sqrt(square);
    for (std::size_t i = 0; i < j; ++i) linalg::rot(at(column[i]), at(column[i + 1]), turns_[i].c, turns_[i].s);
    auto const turn = linalg::rotg(column[j], below);
    if (!is_finite(turn.r)) return outcome::not_finite;
    if (turn.r == T{}) return outcome::breakdown;
    column[j] = turn.r;
    std::copy_n(column.begin(), j + 1, triangle_.begin() + static_cast<std::ptrdiff_t>(j * most_));
    right_[j + 1] = product(-linalg::conjugated(turn.s), right_[j]);
    right_[j] = turn.c * right_[j];
    turns_.push_back(turn);
    if (below != 0) it_.divide(w, below);
    is_complete_ = below == 0;
    return outcome::converged;
  }
  [[nodiscard]] std::span<T> next() { return vector(size() + 1); }
  /// What is left of the residual's norm.
  [[nodiscard]] double residual() const { return static_cast<double>(size_of(right_[size()])); }
  /// No further vector: there is no room, or the space is invariant.
  [[nodiscard]] bool is_full() const { return size() == most_ || is_complete_; }
  /// u = the combination of the vectors that leaves the least.
  void combine(std::span<T> u) {
    auto const n = static_cast<index>(size());
    auto factors = right_;
    linalg::trsv<T>(linalg::triangle::upper, linalg::diagonal::stored,
                    {triangle_.data(), n, n, 1, static_cast<index>(most_)}, {factors.data(), n});
    linalg::gemv<T>(1, vectors(size()), {factors.data(), n}, 0, linalg::vector_view<T>(u), it_.on());
  }

private:
  static linalg::vector_view<T> at(T& one) { return {&one, 1}; }
  [[nodiscard]] std::span<T> vector(std::size_t j) { return {vectors_.data() + j * rows_, rows_}; }
  [[nodiscard]] linalg::matrix_view<T const> vectors(std::size_t count) const {
    auto const rows = static_cast<index>(rows_);
    return {vectors_.data(), rows, static_cast<index>(count), 1, std::max<index>(rows, 1)};
  }
  /// Takes from w its parts along the first `count` vectors, and returns these.
  std::vector<T> orthogonalise(std::span<T> w, std::size_t count) {
    std::vector<factors<T>> products;
    for (std::size_t i = 0; i < count; ++i) products.push_back({vector(i), w});
    std::vector<T> parts(count);
    it_.dots(products, parts);
    linalg::gemv<T>(-1, vectors(count), parts, 1, linalg::vector_view<T>(w), it_.on());
    return parts;
  }

  iteration<T>& it_;
  std::size_t rows_, most_;
  std::vector<T> vectors_;   // one after another
  std::vector<T> triangle_;  // by columns
  std::vector<T> right_;     // the right-hand side under the rotations
  std::vector<linalg::rotation<T>> turns_;
  bool is_complete_ = false;
};

template <class T> void generalised_minimal_residuals(iteration<T>& it, std::size_t most) {
  if (!it.begin()) return;
  auto u = it.make_vector(), z = it.make_vector(), candidate = it.make_vector();
  krylov_basis<T> basis(it, u.size(), most);
  it.residual(it.x(), basis.start());
  auto square = it.real_dot(basis.start(), basis.start());
  if (!std::isfinite(square)) return void(it.end(outcome::not_finite));
  bool go_on = it.note(it.norm(square));
  while (go_on) {
    basis.begin(std::sqrt(square));
    outcome problem = outcome::converged;
    while (go_on && !basis.is_full()) {
      it.precondition(basis.last(), z);
      it.multiply(z, basis.next());
      problem = basis.extend();
      if (problem != outcome::converged) break;
      go_on = it.note(basis.residual());
    }
    if (basis.size() == 0) return void(it.end(problem));
    basis.combine(u);
    it.precondition(u, z);
    std::copy(it.x().begin(), it.x().end(), candidate.begin());
    it.add(real_of<T>{1}, z, candidate);
    it.residual(candidate, basis.start());
    square = it.real_dot(basis.start(), basis.start());
    if (!std::isfinite(square)) return void(it.end(outcome::not_finite));
    std::copy(candidate.begin(), candidate.end(), it.x().begin());
    double const norm = it.norm(square);
    it.correct(norm);
    if (it.reaches_goal(norm)) return void(it.end(outcome::converged));
    if (problem != outcome::converged) return void(it.end(problem));
    // What the rotations took for small enough was not: another cycle.
    if (it.result().how == outcome::converged) go_on = it.may_go_on();
  }
}

}  // namespace

namespace detail {
template <class T> report gmres(system<T> const& of, options const& how) {
  // No more vectors than the space has dimensions, and than there are iterations.
  auto const most = std::min({static_cast<std::int64_t>(how.restart), of.where.all_rows(),
                              static_cast<std::int64_t>(std::max<index>(how.most_iterations, 1))});
  return run(of, how, [&](iteration<T>& it) { generalised_minimal_residuals(it, static_cast<std::size_t>(most)); });
}
template ISOBIT_API report gmres(system<double> const&, options const&);
template ISOBIT_API report gmres(system<float> const&, options const&);
template ISOBIT_API report gmres(system<std::complex<double>> const&, options const&);
template ISOBIT_API report gmres(system<std::complex<float>> const&, options const&);
}  // namespace detail

}  // namespace solver
ISOBIT_NAMESPACE_END
