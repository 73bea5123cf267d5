#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

#include <isobit/mpi/tree_exchange.hpp>
#include <isobit/mpi/tree_permutation.hpp>
#include <isobit/tree/fixed_tree.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi {

namespace detail {
template <class Projection, class Values>
concept projection_of = std::invocable<Projection&, std::ranges::range_reference_t<Values const&>>;
}  // namespace detail

/// A sequence that is spread over the ranks of a communicator, ready to be reduced many times along the binary tree
/// over all its elements. A result depends on the values and their number alone, never on the ranks or on who holds
/// what, for any operation. All ranks make a plan, and all its calls, together. A plan owns a copy of the
/// communicator and O(log p) numbers, and has no part in your messages. docs/maths/tree.md#ranks
///
/// What an operation throws on a rank is thrown there, and `error` naming that rank on all that wait for a value of
/// it: on every rank if the result goes to all, on the root at least if it goes there. No rank hangs.
///
/// One call at a time, also from several threads: the messages of two would meet. Plans are independent of each other,
/// so threads that reduce at the same time have a plan each, and an MPI with MPI_THREAD_MULTIPLE.
///
///     isobit::mpi::tree_plan plan(my_matrices.size(), MPI_COMM_WORLD);
///     matrix product = plan.allreduce(my_matrices, std::multiplies<>());
class ISOBIT_API tree_plan {
public:
  /// This rank holds the next `count` elements behind those of the rank before; none is fine.
  explicit tree_plan(std::size_t count, MPI_Comm comm, tree_options options = {});
  /// This rank holds the elements of a piece, in whatever order the ranks are. Throws `error` on every rank if the
  /// pieces overlap or leave gaps.
  tree_plan(tree_piece piece, MPI_Comm comm, tree_options options = {});
  /// The ranks hold what the distribution says; the pieces need not be asked for. Throws `error` if it is one over
  /// another number of ranks.
  tree_plan(distribution const& shares, MPI_Comm comm, tree_options options = {});
  /// This rank holds the elements with these global indices. Every reduction sends each to where even shares put it,
  /// by one MPI_Alltoallv, so the plan takes O(p) memory and one number an element. Values must be all of one length,
  /// not serialised, and fewer than 2^31 a rank. The indices are integers of any type. Throws `error` on every rank,
  /// naming an index that is missing, double or negative.
  template <detail::index_range Indices>
  tree_plan(Indices const& indices, MPI_Comm comm, tree_options options = {})
      : tree_plan(detail::tree_indices(indices), comm, options) {}

  /// For the functions that make a plan for one call.
  tree_plan(detail::tree_network::one_call call, std::size_t count, MPI_Comm comm);

  /// How many values this rank passes to a reduction, and how many all do.
  [[nodiscard]] std::size_t count() const noexcept;
  [[nodiscard]] std::size_t total() const noexcept { return network_->total(); }
  /// The elements this rank reduces: those it holds, unless they were given by their indices.
  [[nodiscard]] tree_piece piece() const noexcept { return network_->piece(); }

  /// The values of all ranks reduced, on every rank. Throws `error` on every rank if there are none.
  template <isobit::detail::tree_values Values, class Operation,
            detail::projection_of<Values> Projection = std::identity>
  [[nodiscard]] auto allreduce(Values const& local, Operation const& operation, Projection projection = {},
                               driver_ref const& on = serial()) const {
    return *reduce_to(tree_network::all, on, local, operation, projection);
  }
  template <isobit::detail::tree_values Values, class Operation>
  [[nodiscard]] auto allreduce(Values const& local, Operation const& operation, driver_ref const& on) const {
    return allreduce(local, operation, std::identity(), on);
  }

  /// The same on one rank; std::nullopt on the others.
  template <isobit::detail::tree_values Values, class Operation,
            detail::projection_of<Values> Projection = std::identity>
  [[nodiscard]] auto reduce(Values const& local, Operation const& operation, root to, Projection projection = {},
                            driver_ref const& on = serial()) const {
    return reduce_to(network_->position(to, "tree_plan"), on, local, operation, projection);
  }
  template <isobit::detail::tree_values Values, class Operation>
  [[nodiscard]] auto reduce(Values const& local, Operation const& operation, root to, driver_ref const& on) const {
    return reduce(local, operation, to, std::identity(), on);
  }

  /// The sum of floating-point numbers, with `isobit::tree_sum`'s bits and speed. +0 if there are none.
  template <isobit::detail::viewable Values>
  [[nodiscard]] auto sum(Values const& local, driver_ref const& on = serial()) const {
    return *sum_to(tree_network::all, on, isobit::detail::input_of(local));
  }
  template <isobit::detail::viewable Values>
  [[nodiscard]] auto sum(Values const& local, root to, driver_ref const& on = serial()) const {
    return sum_to(network_->position(to, "tree_plan"), on, isobit::detail::input_of(local));
  }

private:
  using tree_network = detail::tree_network;

  tree_plan(detail::tree_indices const& indices, MPI_Comm comm, tree_options options);

  template <class Values, class Operation, class Projection>
  auto reduce_to(int to, driver_ref const& on, Values const& local, Operation const& operation,
                 Projection& projection) const {
    using T = isobit::detail::projected_value<Values, Projection>;
    agree("tree_reduce", sizeof(T));
    auto problem = size_problem(static_cast<std::size_t>(std::ranges::size(local)));
    if (total() == 0) refuse_nothing(problem);
    if (!permutation_) return run(to, on, local, operation, projection, std::move(problem));
    std::vector<T> const mine = redistribute<T>(
        [&](std::size_t i) -> decltype(auto) {
          return std::invoke(projection,
                             std::ranges::begin(local)[static_cast<std::ranges::range_difference_t<Values const&>>(i)]);
        },
        problem, "tree_reduce");
    std::identity as_it_is;
    return run(to, on, mine, operation, as_it_is, nullptr);
  }

  template <class Values, class Operation, class Projection>
  auto run(int to, driver_ref const& on, Values const& mine, Operation const& operation, Projection& projection,
           std::exception_ptr problem) const {
    using part = tree_part<isobit::detail::projected_value<Values, Projection>, Operation>;
    auto const reduce_some = [&](std::size_t first, std::size_t count) {
      part result(tree_place{first, total()}, operation);
      result.add_range(mine, first - piece().first, count, projection);
      return result;
    };
    return detail::tree_exchange<part, Operation>(*network_, operation, std::move(problem))
        .run(
            [&](std::size_t first, std::size_t count) {
              return isobit::detail::merge_tree_parts<part>(
                  on, isobit::detail::tree_cuts(on.parts(count), first, count), reduce_some);
            },
            to, "tree_reduce");
  }

  template <class T> auto sum_to(int to, driver_ref const& on, vector_view<T const> const& local) const {
    using result = isobit::detail::buffered_real<T>;
    agree("tree_sum", sizeof(T));
    auto problem = size_problem(local.count());
    if (total() == 0) {
      settle(problem, sizeof(T), "tree_sum");
      bool const wanted = to == tree_network::all || to == network_->rank();
      return wanted ? std::optional<result>(result{}) : std::nullopt;
    }
    if (!permutation_) return run_sum(to, on, local, std::move(problem));
    std::vector<T> const mine = redistribute<T>(
        [&](std::size_t i) -> decltype(auto) { return local[static_cast<std::ptrdiff_t>(i)]; }, problem, "tree_sum");
    return run_sum(to, on, vector_view<T const>(mine), nullptr);
  }

  template <class T>
  auto run_sum(int to, driver_ref const& on, vector_view<T const> const& mine, std::exception_ptr problem) const {
    using result = isobit::detail::buffered_real<T>;
    return detail::tree_exchange<tree_sum_piece<result>, tree_addition<result>>(*network_, tree_addition<result>(),
                                                                                std::move(problem))
        .run(
            [&](std::size_t first, std::size_t count) {
              auto const start = static_cast<std::ptrdiff_t>(first - piece().first);
              return tree_sum_part(mine.part(start, static_cast<std::ptrdiff_t>(count)), tree_place{first, total()},
                                   on);
            },
            to, "tree_sum");
  }

  /// This rank's share of the values at(0), at(1), ... Throws on every rank where one cannot name its own: no
  /// operation ever sees values that are not there.
  template <class T, class At> std::vector<T> redistribute(At at, std::exception_ptr problem, char const* what) const {
    constexpr std::size_t size = detail::wire_size<T>();
    std::vector<T> mine;
    if constexpr (size == 0) {
      throw error(status::unsupported, "isobit::mpi::tree_plan: elements given by their indices must be all of one "
                                       "length; these have to be serialised");
    } else {
      auto const received = permutation_->received();
      std::vector<std::byte> outgoing;
      try {
        outgoing.reserve(permutation_->sent().size() * size);
        if (!problem)
          for (std::size_t const i : permutation_->sent()) detail::write_value(outgoing, T(at(i)));
      } catch (...) {
        problem = std::current_exception();
      }
      settle(problem, size, what);
      std::vector<std::byte> incoming(received.size() * size);
      permutation_->exchange(outgoing.data(), incoming.data(), detail::wire_format_of<T>(), network_->handle());
      std::vector<std::size_t> from(received.size());
      for (std::size_t i = 0; i < received.size(); ++i) from[received[i]] = i;
      mine.reserve(received.size());
      for (std::size_t const i : from) {
        auto value = std::span<std::byte const>(incoming).subspan(i * size, size);
        mine.push_back(detail::read_value<T>(value));
      }
    }
    return mine;
  }

  /// Where checks are wanted, all ranks are here, with values of this size.
  void agree(char const* what, std::size_t size_of_value) const;
  [[nodiscard]] std::exception_ptr size_problem(std::size_t local) const;
  /// Returns if no rank has a problem and all have values of this size; throws on every rank otherwise.
  void settle(std::exception_ptr const& problem, std::size_t size_of_value, char const* what) const;
  [[noreturn]] void refuse_nothing(std::exception_ptr const& problem) const;

  std::unique_ptr<detail::tree_permutation> permutation_;
  std::unique_ptr<tree_network> network_;
};

}  // namespace mpi
ISOBIT_NAMESPACE_END
