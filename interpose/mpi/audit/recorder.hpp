#pragma once

#include <mutex>

#include "audit/call_site.hpp"
#include "audit/communicator_table.hpp"
#include "audit/site_table.hpp"
#include "log/mapped_log.hpp"
#include "log/tally.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// What a rank writes down of its reductions and receives: the files of log.hpp. For any number of threads.
class recorder {
public:
  /// The one of this process; null without an audit.
  static recorder* active() noexcept;
  /// `run_id` is the same on all ranks of a run, and another one in any other run; 0: nobody knows.
  static void open(std::string const& folder, std::uint64_t run_id = 0);
  /// Closes the files, and writes how the run ended. What other threads record from then on is lost.
  static void close(char const* how) noexcept;

  /// The index of the present call's site, which reduces.
  std::uint32_t site(char const* call, MPI_Datatype type, MPI_Op op) {
    return sites_.of_present_call(site_kind::reduction, call, type, op);
  }
  /// Of one that does something else.
  std::uint32_t site(site_kind kind, char const* call) {
    return sites_.of_present_call(kind, call, MPI_DATATYPE_NULL, MPI_OP_NULL);
  }

  using turn = communicator_table::turn;
  /// The index of a communicator, and how many reductions there were before on it.
  turn next_turn(MPI_Comm comm) { return communicators_.next_turn(comm); }
  /// Whether reductions on it can be recorded: not where it has ranks outside MPI_COMM_WORLD, which keep no logs.
  bool can_audit(MPI_Comm comm) { return communicators_.is_of_this_world(comm); }
  /// See communicator_table::add_child.
  void add_child(MPI_Comm parent, MPI_Comm child) { communicators_.add_child(parent, child); }

  void write(call_record const& record);
  void count_passed(std::uint32_t site, passed_record::reason why, std::uint64_t elements, std::uint64_t bytes);
  void count_receive(std::uint32_t site, receive_record::kind what);

  recorder(std::string const& folder, int rank);

private:
  /// Where the program may call MPI from several threads at once: a lock takes as long as writing a record.
  std::unique_lock<std::mutex> lock();

  std::mutex mutex_;
  bool several_at_once_ = true;
  places_file places_;  // first: without it the others mean little
  mapped_log calls_;
  tally<passed_record> passed_;
  tally<receive_record> receives_;
  site_table sites_{places_};
  communicator_table communicators_{places_};
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
