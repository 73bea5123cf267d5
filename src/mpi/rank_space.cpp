#include <isobit/mpi/solver.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include <isobit/driver/parts.hpp>
#include <isobit/mpi/local.hpp>

#include "mpi/agree.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::solver {

namespace {
constexpr char const* name = "solver";
}  // namespace

template <class T>
rank_space<T>::rank_space(sparse::distributed_matrix<T> const& a, kept_driver on)
    : places_(a.shared_places()), on_(std::move(on)) {
  if (a.row_ranks().hash() != a.column_ranks().hash())
    throw error(
        status::invalid_argument,
        "isobit::mpi::solver: a matrix whose columns are not spread as its rows; use one distribution for both");
}

template <class T>
template <class Add>
auto rank_space<T>::merged(std::size_t count, Add add) const -> std::vector<state> {
  mpi::detail::communicator const comm(places_->comm(), name);
  std::vector<state> states(count);
  note(mpi::detail::problem_of([&] { add(states); }));
  mpi::detail::merge_exact(comm, std::span<state>(states), std::exchange(problem_, nullptr), name, guess_);
  return states;
}

template <class T> void rank_space<T>::dots(std::span<factors<T> const> of, std::span<T> results) const {
  if constexpr (!isobit::linalg::is_complex<T>) {
    real_dots({}, of, results);
  } else {
    auto const states = merged(2 * of.size(), [&](std::vector<state>& mine) {
      for (std::size_t k = 0; k < of.size(); ++k) {
        auto const both = isobit::detail::exact_complex_dot<isobit::linalg::real_of<T>>(
            on(), conjugated(mpi::detail::input_of(of[k].x)), mpi::detail::input_of(of[k].y));
        mine[2 * k] = both.real, mine[2 * k + 1] = both.imaginary;
      }
    });
    using real = isobit::linalg::real_of<T>;
    for (std::size_t k = 0; k < of.size(); ++k)
      results[k] = {states[2 * k].template round<real>(), states[2 * k + 1].template round<real>()};
  }
}

template <class T>
void rank_space<T>::real_dots(isobit::solver::block_writer const& write, std::span<factors<T> const> of,
                              std::span<isobit::linalg::real_of<T>> results) const {
  using real = isobit::linalg::real_of<T>;
  constexpr std::size_t size = 4096, width = isobit::linalg::is_complex<T> ? 2 : 1;
  auto const parts = [](T const* x) { return reinterpret_cast<real const*>(x); };
  auto const states = merged(of.size(), [&](std::vector<state>& mine) {
    auto const n = static_cast<std::size_t>(owned());
    std::size_t const threads = isobit::detail::part_count(on(), n);
    std::vector<std::vector<state>> all(threads, mine);
    isobit::detail::for_each_part(on(), threads, n, [&](std::size_t first, std::size_t count, std::size_t thread) {
      // What was written is added up while it is in the cache.
      for (std::size_t at = first; at < first + count; at += size) {
        std::size_t const some = std::min(size, first + count - at);
        if (write) write(at, some);
        for (std::size_t k = 0; k < of.size(); ++k)
          all[thread][k].add_products(std::span(parts(of[k].x.data() + at), some * width),
                                      std::span(parts(of[k].y.data() + at), some * width));
      }
    });
    for (auto const& one : all)
      for (std::size_t k = 0; k < of.size(); ++k) mine[k].merge(one[k]);
  });
  for (std::size_t k = 0; k < of.size(); ++k) results[k] = states[k].template round<real>();
}

template <class T> std::int64_t rank_space<T>::largest(std::int64_t mine) const {
  // With the top bit turned around, unsigned numbers are in the order of the signed ones.
  constexpr std::uint64_t top = std::uint64_t{1} << 63;
  mpi::detail::communicator const comm(places_->comm(), name);
  return static_cast<std::int64_t>(
      mpi::detail::agree(comm, name, std::exchange(problem_, nullptr), {}, static_cast<std::uint64_t>(mine) ^ top) ^
      top);
}

template <class T>
std::unique_ptr<isobit::solver::space<T>> rank_space<T>::of_rows(std::span<std::int64_t const> owned,
                                                                 std::span<std::int64_t const> ghosts,
                                                                 std::int64_t all_rows) const {
  auto places = std::make_shared<sparse::halo const>(owned, ghosts, all_rows, places_->comm());
  return std::unique_ptr<isobit::solver::space<T>>(new rank_space(std::move(places), on_));
}

template class rank_space<double>;
template class rank_space<float>;
template class rank_space<std::complex<double>>;
template class rank_space<std::complex<float>>;

}  // namespace mpi::solver
ISOBIT_NAMESPACE_END
