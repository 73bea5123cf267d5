#include <isobit/mpi/request.hpp>

#include <algorithm>

#include "mpi/limbs.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

template <class State> struct pending_states<State>::buffers {
  std::vector<limbs<State>> mine;
  std::vector<limbs<State>> all;
};

template <class State>
pending_states<State>::pending_states(communicator const& comm, std::span<State const> states,
                                      std::exception_ptr problem, char const* what)
    : comm_(comm), what_(what), problem_(std::move(problem)), count_(states.size()),
      buffers_(std::make_unique<buffers>()) {
  auto& [mine, all] = *buffers_;
  mine = limbs_of(states, problem_ != nullptr);
  all.resize(mine.size());
  check(MPI_Iallreduce(mine.data(), all.data(), static_cast<int>(mine.size()) * limbs<State>::words, MPI_INT64_T,
                       MPI_SUM, comm_.handle(), &request_),
        "MPI_Iallreduce");
}

template <class State> pending_states<State>::~pending_states() {
  // MPI writes into the buffers until it is done.
  int finalised = 0;
  if (request_ != MPI_REQUEST_NULL && MPI_Finalized(&finalised) == MPI_SUCCESS && !finalised)
    MPI_Wait(&request_, MPI_STATUS_IGNORE);
}

template <class State> bool pending_states<State>::ready() {
  int done = 0;
  check(MPI_Test(&request_, &done, MPI_STATUS_IGNORE), "MPI_Test");
  return done != 0;
}

template <class State> std::vector<State> pending_states<State>::wait() {
  check(MPI_Wait(&request_, MPI_STATUS_IGNORE), "MPI_Wait");
  auto const& all = buffers_->all;
  rethrow(comm_, problem_, all.front().failures == 0 ? -1 : comm_.size(), what_);
  std::vector<State> states;
  std::transform(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count_), std::back_inserter(states),
                 [](limbs<State> const& one) { return one.state(); });
  return states;
}

template class pending_states<exact>;
template class pending_states<exact_product>;

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
