#include <isobit/mpi/tree_plan.hpp>

#include <cstdint>
#include <limits>

ISOBIT_NAMESPACE_BEGIN
namespace mpi {

tree_plan::tree_plan(std::size_t count, MPI_Comm comm, tree_options options)
    : network_(std::make_unique<tree_network>(count, comm, options)) {}

tree_plan::tree_plan(tree_network::one_call call, std::size_t count, MPI_Comm comm)
    : network_(std::make_unique<tree_network>(call, count, comm)) {}

tree_plan::tree_plan(tree_piece piece, MPI_Comm comm, tree_options options)
    : network_(std::make_unique<tree_network>(piece, comm, options)) {}

tree_plan::tree_plan(distribution const& shares, MPI_Comm comm, tree_options options)
    : network_(std::make_unique<tree_network>(shares, comm, options)) {}

tree_plan::tree_plan(detail::tree_indices const& indices, MPI_Comm comm, tree_options options)
    : permutation_(std::make_unique<detail::tree_permutation>(indices, comm)),
      network_(std::make_unique<tree_network>(permutation_->shares(), comm, options)) {}

std::size_t tree_plan::count() const noexcept {
  return permutation_ ? permutation_->sent().size() : network_->piece().count;
}

void tree_plan::agree(char const* what, std::size_t size_of_value) const {
  detail::require_agreement(network_->ours(), what, {{"size of a value", size_of_value}});
}

std::exception_ptr tree_plan::size_problem(std::size_t local) const {
  if (local == count()) return nullptr;
  return std::make_exception_ptr(detail::plan_error(std::to_string(local) + " values on rank " +
                                                    std::to_string(network_->user_rank()) + ", whose plan is for " +
                                                    std::to_string(count()) + "; make another plan"));
}

void tree_plan::settle(std::exception_ptr const& problem, std::size_t size_of_value, char const* what) const {
  constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t const size = size_of_value;
  std::uint64_t agreed[] = {problem ? static_cast<std::uint64_t>(network_->user_rank()) : none, size, ~size};
  detail::take_smallest(network_->handle(), agreed);
  if (agreed[0] != none) detail::rethrow(network_->ours(), problem, static_cast<int>(agreed[0]), what);
  if (agreed[1] != ~agreed[2])
    throw detail::plan_error("ranks have values of " + std::to_string(agreed[1]) + " and of " +
                             std::to_string(~agreed[2]) + " bytes; all must pass values of the same type");
}

void tree_plan::refuse_nothing(std::exception_ptr const& problem) const {
  settle(problem, 0, "tree_reduce");
  throw error(status::invalid_argument, "isobit::mpi::tree_reduce: no rank has elements; use tree_reduce_or, with "
                                        "the result that no elements have");
}

}  // namespace mpi
ISOBIT_NAMESPACE_END
