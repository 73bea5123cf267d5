#pragma once

#include <algorithm>
#include <new>
#include <vector>

#include "base/message.hpp"
#include "base/mpi_library.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// No exception may leave the MPI's functions.
template <class Body> void or_fail(Body body) {
  try {
    body();
  } catch (std::bad_alloc const&) {
    fail("not enough memory to complete a reduction; ISOBIT_MPI=off leaves reductions to the MPI");
  }
}

/// The program's status, or another where it wants none.
class status_for {
public:
  explicit status_for(MPI_Status* status) noexcept : status_(status != MPI_STATUS_IGNORE ? status : &own_) {}
  status_for(status_for const&) = delete;
  status_for& operator=(status_for const&) = delete;
  [[nodiscard]] MPI_Status* get() const noexcept { return status_; }

private:
  MPI_Status own_;
  MPI_Status* status_;
};

/// The program's statuses, or others where it wants none: they tell which requests failed, and who sent what.
class statuses_for {
public:
  statuses_for(int count, MPI_Status* statuses) : statuses_(statuses) {
    if (statuses != MPI_STATUSES_IGNORE) return;
    or_fail([&] { own_.resize(static_cast<std::size_t>(std::max(count, 0))); });
    statuses_ = own_.data();
  }
  [[nodiscard]] MPI_Status* get() const noexcept { return statuses_; }

private:
  std::vector<MPI_Status> own_;
  MPI_Status* statuses_;
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
