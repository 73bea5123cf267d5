#include <isobit/mpi/elementwise.hpp>

#include <string>

#include "mpi/elementwise_routes.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

namespace {

std::string why_sizes_differ(exchange form, std::size_t in, std::size_t out, std::size_t blocks) {
  std::string const sizes = std::to_string(in) + " numbers in and " + std::to_string(out) + " out";
  return form == exchange::scatter ? sizes + "; with " + std::to_string(blocks) + " ranks, pass " +
                                         std::to_string(blocks) + " times as many in"
                                   : sizes + "; pass as many";
}

}  // namespace

template <class T>
void reduce_elements(MPI_Comm handle, exchange form, std::span<T const> in, std::span<T> out, int root_rank,
                     char const* what) {
  communicator const comm(handle, what);
  require_agreement(comm, what,
                    {{"number of elements", in.size()},
                     {"size of an element", sizeof(T)},
                     {"root", static_cast<std::uint64_t>(root_rank)}});
  if (form == exchange::to_root) root{root_rank}.require(comm, what);
  int const ranks = comm.size();
  std::size_t const blocks = form == exchange::scatter ? static_cast<std::size_t>(ranks) : 1;
  // The results that a rank gets. Where the sizes contradict each other, those of the other ranks are anybody's guess.
  bool const divisible = in.size() % blocks == 0;
  std::size_t const count = divisible ? in.size() / blocks : out.size();
  element_reduction<T> const call{comm, what, form, root_rank, comm.rank(), ranks, in, out, count};

  // A rank that was called wrongly takes part, lest the others wait; nobody then has a result.
  std::exception_ptr problem;
  if (!divisible || (call.wants_results() && out.size() != count))
    problem = std::make_exception_ptr(
        error(status::invalid_argument,
              std::string("isobit::mpi::") + what + ": " + why_sizes_differ(form, in.size(), out.size(), blocks)));
  reduce_by(choose_route(call), call, problem);
}

template void reduce_elements(MPI_Comm, exchange, std::span<double const>, std::span<double>, int, char const*);
template void reduce_elements(MPI_Comm, exchange, std::span<float const>, std::span<float>, int, char const*);

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
