#include <isobit/driver/mpi/tree_plan.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi {

tree_plan::tree_plan(std::size_t count, MPI_Comm comm, tree_options options)
    : network_(std::make_unique<tree_network>(count, comm, options)) {}

tree_plan::tree_plan(tree_network::one_call one, std::size_t count, MPI_Comm comm)
    : network_(std::make_unique<tree_network>(one, count, comm)) {}

tree_plan::tree_plan(tree_piece piece, MPI_Comm comm, tree_options options)
    : network_(std::make_unique<tree_network>(piece, comm, options)) {}

tree_plan::tree_plan(distribution const& shares, MPI_Comm comm, tree_options options)
    : network_(std::make_unique<tree_network>(shares, comm, options)) {}

tree_plan::tree_plan(std::span<std::size_t const> indices, MPI_Comm comm, tree_options options)
    : permutation_(std::make_unique<detail::tree_permutation>(indices, comm)),
      network_(std::make_unique<tree_network>(permutation_->shares(), comm, options)) {}

std::size_t tree_plan::count() const noexcept {
  return permutation_ ? permutation_->sent().size() : network_->piece().count;
}

void tree_plan::require_elements() const {
  if (total() == 0)
    throw error(status::invalid_argument, "isobit::mpi::tree_reduce: no rank has elements; use tree_reduce_or, with "
                                          "the result that no elements have");
}

std::exception_ptr tree_plan::size_problem(std::size_t local) const {
  if (local == count()) return nullptr;
  return std::make_exception_ptr(
      error(status::invalid_argument, "isobit::mpi::tree_plan: " + std::to_string(local) + " values on rank " +
                                          std::to_string(network_->user_rank()) + ", whose plan is for " +
                                          std::to_string(count()) + "; make another plan"));
}

}  // namespace mpi
ISOBIT_NAMESPACE_END
