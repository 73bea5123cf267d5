#pragma once

#include <memory>
#include <optional>

#include "audit/observation.hpp"
#include "limbs.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// A reduction that the program has started, or prepared, and not completed. The program holds the request of its
/// exchange; when that is complete, `finish` computes the results.
class pending {
public:
  pending(char const* name, reduction call);
  ~pending();
  pending(pending const&) = delete;
  pending& operator=(pending const&) = delete;

  int start(MPI_Request* request);
  int prepare(MPI_Info info, MPI_Request* request);
  /// A prepared one begins another round.
  int restart();
  /// Whether `finish` would not wait. Under audit it waits for the MPI's own reduction, too.
  bool is_ready();
  /// Once a round, when the exchange is complete.
  int finish();

  [[nodiscard]] bool is_persistent() const noexcept { return call_.is_persistent; }

private:
  template <class Manner> int run(Manner manner);
  template <class Manner> int run_native(Manner manner);
  int finish_observed();

  char const* name_;
  reduction call_;
  std::optional<gathering> gathering_;
  std::optional<limb_exchange> limbs_;
  std::unique_ptr<std::byte[]> buffer_;
  bool is_finished_ = false;

  // Under audit the MPI's own reduction runs beside.
  std::optional<call_identity> identity_;
  std::optional<observation> observation_;
  std::unique_ptr<std::byte[]> native_result_;
  std::optional<native_reduction> native_;
  MPI_Request native_request_;
  std::uint64_t round_ = 0;
};

/// Whether there may be any in the table: a look at a counter.
bool any_pending() noexcept;
/// Takes the reduction of a request out of the table, or gives null: while the MPI decides whether the request is
/// complete, another thread may be given the same handle.
std::shared_ptr<pending> claim_pending(MPI_Request handle);
void add_pending(MPI_Request handle, std::shared_ptr<pending> reduction);
/// Begins a round of the request's reduction, if it is one.
int restart_pending(MPI_Request handle);

}  // namespace interpose
ISOBIT_NAMESPACE_END
