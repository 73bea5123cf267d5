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
  pending(pending const&) = delete;
  pending& operator=(pending const&) = delete;

  int start(MPI_Request* request);
#if MPI_VERSION >= 4
  int prepare(MPI_Info info, MPI_Request* request);
#endif
  /// A persistent one begins another round.
  int restart();
  /// Once a round, when the exchange is complete.
  int finish();

  [[nodiscard]] bool is_persistent() const noexcept { return is_persistent_; }

private:
  int start_observation();
  int finish_observation();

  char const* name_;
  reduction call_;
  std::optional<gathering> gathering_;
  std::optional<limb_exchange> limbs_;
  std::unique_ptr<std::byte[]> buffer_;
  bool is_persistent_ = false;
  bool is_finished_ = false;

  // Under audit the MPI's own reduction runs beside.
  std::optional<observation> observation_;
  std::unique_ptr<std::byte[]> native_result_;
  std::optional<native_reduction> native_;
  MPI_Request native_request_;
};

/// The pending reduction that a request belongs to, or null. `handle` is what the program passed, before the MPI's call
/// that may replace it.
std::shared_ptr<pending> find_pending(MPI_Request handle);
bool any_pending() noexcept;
void add_pending(MPI_Request handle, std::shared_ptr<pending> reduction);
/// Forgets it, unless the handle means another one by now.
void remove_pending(MPI_Request handle, std::shared_ptr<pending> const& reduction);

}  // namespace interpose
ISOBIT_NAMESPACE_END
