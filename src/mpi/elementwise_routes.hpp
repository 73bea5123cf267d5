#pragma once

#include <exception>
#include <span>

#include <isobit/mpi/elementwise.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

/// How the ranks' numbers meet. The numbers travel, and each result is a sum of a column of them (src/column), so
/// nothing depends on how the MPI combines.
enum class route {
  at_once,    ///< every rank gets everything in one exchange, and learns by it who failed
  gather,     ///< those who want results get all contributions to them
  transpose,  ///< each rank gets a block of columns, and sends the results on
  limbs,      ///< whole accumulators, which the MPI adds up as integers
};

/// An elementwise reduction as one rank sees it.
template <class T> struct element_reduction {
  communicator const& comm;
  char const* what;
  exchange form;
  int root;
  int rank, ranks;
  std::span<T const> in;  ///< `count` numbers; for `scatter` as many for every rank
  std::span<T> out;       ///< `count` numbers where results are wanted
  std::size_t count;

  [[nodiscard]] bool wants_results() const noexcept { return form != exchange::to_root || rank == root; }
  /// What a rank contributes: the results of so many ranks.
  [[nodiscard]] std::size_t blocks() const noexcept {
    return form == exchange::scatter ? static_cast<std::size_t>(ranks) : 1;
  }
  [[nodiscard]] std::size_t sent() const noexcept { return blocks() * count; }
  /// The ranks, from 0 on, whose numbers go into the results of one.
  [[nodiscard]] std::size_t contributors(int to) const noexcept {
    return static_cast<std::size_t>(form == exchange::scan ? to + 1 : form == exchange::exscan ? to : ranks);
  }
};

template <class T> [[nodiscard]] route choose_route(element_reduction<T> const& call) noexcept;

/// What a rank receives by route::at_once: the numbers of all ranks, and a word of each. At most
/// columns::small_exchange.
template <class T> std::size_t bytes_at_once(element_reduction<T> const& call) noexcept {
  return static_cast<std::size_t>(call.ranks) * (call.sent() + 1) * sizeof(T);
}

/// Reduces, or throws on every rank where one has a problem; its `in` and `out` are then not looked at. Any route is
/// right, but `transpose` cannot scatter, and `at_once` has its limit.
template <class T> void reduce_by(route way, element_reduction<T> const& call, std::exception_ptr const& problem);

extern template route choose_route(element_reduction<double> const&) noexcept;
extern template route choose_route(element_reduction<float> const&) noexcept;
extern template void reduce_by(route, element_reduction<double> const&, std::exception_ptr const&);
extern template void reduce_by(route, element_reduction<float> const&, std::exception_ptr const&);

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
