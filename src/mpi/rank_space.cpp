#include <isobit/mpi/solver.hpp>

#include <utility>
#include <vector>

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

template <class T> void rank_space<T>::dots(std::span<factors<T> const> of, std::span<T> results) const {
  using state = mpi::detail::product_state<T>;
  mpi::detail::communicator const comm(places_->comm(), name);
  std::vector<state> states(of.size());
  note(mpi::detail::problem_of([&] {
    for (std::size_t k = 0; k < of.size(); ++k)
      states[k] =
          isobit::detail::exact_dot<state>(on(), mpi::detail::input_of(of[k].x), mpi::detail::input_of(of[k].y));
  }));
  mpi::detail::merge_exact(comm, std::span<state>(states), std::exchange(problem_, nullptr), name, guess_);
  for (std::size_t k = 0; k < of.size(); ++k) results[k] = states[k].template round<T>();
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

}  // namespace mpi::solver
ISOBIT_NAMESPACE_END
