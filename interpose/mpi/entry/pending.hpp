#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "audit/observation.hpp"
#include "reduction/limbs.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// A reduction that the program has started, or prepared, and not completed. The program holds the request of an
/// exchange; when that is complete, `finish` computes the results.
///
/// Under audit the MPI's own reduction runs beside, on a copy of the inputs. Nobody waits for it before the program has
/// its results, and more: it may need ranks that this rank is to answer first. With ISOBIT_MPI=off the two change
/// places.
class pending : public std::enable_shared_from_this<pending> {
public:
  pending(char const* name, reduction call);
  ~pending();
  pending(pending const&) = delete;
  pending& operator=(pending const&) = delete;

  int start(MPI_Request* request);
  int prepare(MPI_Info info, MPI_Request* request);
  /// A prepared one begins another round.
  int restart();
  /// Once a round, when the program's request is complete: gives the program its results.
  void finish();
  /// Completes the record of an audit, if what runs beside is complete: whether it was.
  bool settle();

  [[nodiscard]] MPI_Comm comm() const noexcept { return call_.comm; }
  [[nodiscard]] bool is_persistent() const noexcept { return call_.is_persistent; }

private:
  template <class Manner> int run(Manner manner);
  template <class Manner> int run_beside(Manner manner);
  template <class Manner> int run_exchange(reduction const& call, Manner manner);
  template <class Manner> int run_native(reduction const& call, void const* send, void* receive, Manner manner);
  void begin_observation(recorder& log, call_identity const& identity);
  bool finish_locked();
  bool settle_locked(bool wait);
  /// The exact results, or those of another arithmetic, of a complete exchange.
  void compute_results(recipe const& how, void* result, observer* watching);

  std::mutex mutex_;
  char const* name_;
  reduction call_;
  std::optional<gathering> gathering_;
  std::optional<limb_exchange> limbs_;
  std::unique_ptr<std::byte[]> buffer_;
  bool is_finished_ = false;

  std::optional<call_identity> identity_;
  std::optional<observation> observation_;
  reduction beside_;  // the same reduction of `input_`
  std::unique_ptr<std::byte[]> input_, native_result_, exact_;
  std::optional<native_reduction> native_;
  MPI_Request second_;
  observer seen_;
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

/// Completes the records of reductions that the program has done with, as far as they can be.
void settle_records();
/// Waits for all of them, and for all on a communicator that the program is about to free.
void settle_all_records();
void settle_records_of(MPI_Comm comm);

}  // namespace interpose
ISOBIT_NAMESPACE_END
