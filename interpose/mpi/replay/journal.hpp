#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/mpi_library.hpp"
#include "log/mapped_log.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// What came first where a program leaves that open: a line of the file rank-<6 digits>.messages, which follow a
/// `log_header` in the order of the program's calls.
struct choice {
  enum class kind : std::uint32_t {
    run,       // the first: `chosen` ranks; `number` is the same on all ranks of a run
    nothing,   // so many questions in a row, `number`, were answered by no
    source,    // a receive or probe from MPI_ANY_SOURCE got a message of rank `chosen`
    posted,    // a receive that does not block did; where it was posted, and filled in when it was complete
    found,     // a probe that does not block found a message of rank `chosen`
    complete,  // MPI_Test, MPI_Testall, MPI_Request_get_status: yes
    first,     // MPI_Waitany, MPI_Testany: request `chosen`
    several,   // MPI_Waitsome, MPI_Testsome: `chosen` requests, which follow
    request,   // each of these
  };
  // Of what was posted, in place of a rank.
  static constexpr std::int32_t unknown = -1000, cancelled = -1001;

  kind what;
  std::int32_t chosen;
  std::uint64_t number;
};
static_assert(sizeof(choice) == 16);

/// What came first in this run: written down, or read from the file of an earlier run that this one is to repeat. For
/// one thread: what several do has no order.
class journal {
public:
  /// The one of this process; null where nobody asked for one.
  static journal* active() noexcept;
  /// As the settings say. `run` is the same on all ranks of this run. Ends all ranks, with a message, where there is
  /// nothing to repeat.
  static void open(std::uint64_t run);
  /// At the end of the program, or of one that is aborted: that need not have repeated all.
  static void close(bool is_aborted) noexcept;

  [[nodiscard]] bool repeats() const noexcept { return repeats_; }

  // While it is written.
  void add(choice::kind what, int chosen = 0);
  void add_nothing();
  /// A receive that does not block: `settle` says what became of it, `forget` that nobody will know.
  void add_posted(MPI_Request request);
  void settle(MPI_Request request, MPI_Status const& status);

  // While it repeats. Both end all ranks, with a message, where the program calls something else than it did then.
  int next(choice::kind what);
  /// The same for an index of so many requests, or MPI_UNDEFINED.
  int next(choice::kind what, int requests);
  /// Whether the answer was no. If so, gives the MPI time to move messages.
  bool next_is_nothing();
  /// A receive that does not block, and that got a message then, until `forget`: it cannot be cancelled now.
  void keep(MPI_Request request);
  bool keeps(MPI_Request request);
  /// A communicator on which nobody sends.
  [[nodiscard]] MPI_Comm silence() const noexcept { return silence_; }

  /// The request is about to end, and another one may get its handle.
  void forget(MPI_Request request);
  /// Of a call that it can neither write down nor repeat: says so, once.
  void give_up_on(char const* call);

private:
  journal(std::string folder, int rank, bool repeats);
  void begin(int ranks, std::uint64_t run);
  void read(int ranks);
  std::size_t append(choice const& one);
  choice* written(std::size_t index);
  void check_thread();
  [[noreturn]] void diverge(std::string const& how) const;

  // Messages are for those who do not hold it: they name the place of the call, for which they wait for Python's lock,
  // which a thread that waits for this one may have; and some end all ranks, which closes the journal.
  std::mutex mutex_;
  std::string folder_;
  int rank_;
  bool repeats_;
  std::atomic<void const*> thread_ = nullptr;  // that makes all choices
  std::atomic<bool> has_given_up_ = false;

  std::unordered_map<MPI_Request, std::size_t> posted_;  // and which choice each of them is

  std::optional<mapped_log> file_;
  std::size_t last_ = 0;

  std::vector<choice> choices_;
  std::size_t next_ = 1;
  std::uint64_t nothings_ = 0;  // of choices_[next_], how many were asked for
  MPI_Comm silence_;
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
