#pragma once

#include <algorithm>
#include <functional>
#include <utility>

#include <isobit/isobit.hpp>
#include <isobit/solver.hpp>

#include "box.hpp"

namespace scale {

/// The ghosts of a vector, and sums over ranks, fetched by whoever knows how.
template <class Sums> struct messages {
  std::function<void(std::span<double>)> fetch_ghosts;
  std::function<void(Sums)> merge;
};
using exact_sums = std::span<isobit::exact_product>;

/// Where isobit's solvers find the vectors of a box.
class box_space final : public isobit::solver::space<double> {
public:
  using index = isobit::solver::index;

  box_space(box const& of, messages<exact_sums> with) : of_(of), with_(std::move(with)) {}

  [[nodiscard]] index owned() const noexcept override { return of_.matrix.rows; }
  [[nodiscard]] index ghosts() const noexcept override { return of_.matrix.columns - of_.matrix.rows; }
  [[nodiscard]] std::span<std::int64_t const> rows() const noexcept override { return of_.rows; }
  [[nodiscard]] std::int64_t all_rows() const noexcept override { return of_.all_rows; }
  void update(std::span<double> x) const override { with_.fetch_ghosts(x); }
  void update(std::span<index const>, std::span<double>) const override {}
  void dots(std::span<isobit::solver::factors<double> const> of, std::span<double> results) const override {
    real_dots({}, of, results);
  }
  /// As over MPI: what was written is added up while it is in the cache.
  void real_dots(isobit::solver::block_writer const& write, std::span<isobit::solver::factors<double> const> of,
                 std::span<double> results) const override {
    isobit::exact_product states[2];  // conjugate gradients ask for no more
    auto const n = static_cast<std::size_t>(owned());
    constexpr std::size_t size = 4096;
    for (std::size_t at = 0; at < n; at += size) {
      std::size_t const some = std::min(size, n - at);
      if (write) write(at, some);
      for (std::size_t k = 0; k < of.size(); ++k)
        states[k].add_products(of[k].x.subspan(at, some), of[k].y.subspan(at, some));
    }
    with_.merge({states, of.size()});
    for (std::size_t k = 0; k < of.size(); ++k) results[k] = states[k].round<double>();
  }
  /// Ranks have no problems here that the others would have to be told of.
  [[nodiscard]] std::int64_t largest(std::int64_t mine) const override { return mine; }
  [[nodiscard]] isobit::driver_ref on() const noexcept override { return serial_; }

private:
  box const& of_;
  messages<exact_sums> with_;
  isobit::serial serial_;
};

/// Called with the number of iterations done; false stops.
using after_each = std::function<bool(int)>;

/// The norms of the residuals of conjugate gradients with Jacobi's preconditioner from x = 0: isobit's.
inline std::vector<double> exact_iterations(box const& of, messages<exact_sums> with, int count, after_each after) {
  box_space const space(of, std::move(with));
  isobit::solver::csr_map const map(space, of.matrix.view());
  auto const preconditioner = isobit::solver::jacobi(space, of.matrix.view());
  std::vector<double> x(of.right_side.size());
  isobit::solver::options how{.tolerance = 0, .most_iterations = count};
  how.after_each = [&](isobit::solver::progress const& now) { return after(static_cast<int>(now.iteration)); };
  return isobit::solver::cg<double>(space, map, of.right_side, x, preconditioner.get(), how).history;
}

/// The same steps in plain arithmetic, with sums of doubles.
std::vector<double> plain_iterations(box const& of, messages<std::span<double>> const& with, int count,
                                     after_each const& after);

}  // namespace scale
