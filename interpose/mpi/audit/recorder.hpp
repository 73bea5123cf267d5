#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

#include "audit/call_site.hpp"
#include "audit/mapped_log.hpp"
#include "reduction.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// What a rank writes down of its reductions: the files of log.hpp. For any number of threads.
class recorder {
public:
  /// The one of this process; null without an audit.
  static recorder* active() noexcept;
  static void open(std::string const& folder);
  /// Closes the files, and writes how the run ended.
  static void close(char const* how) noexcept;

  /// The index of the present call's site.
  std::uint32_t site(char const* call, MPI_Datatype type, MPI_Op op);

  struct turn {
    std::uint32_t communicator;
    std::uint64_t sequence;
  };
  /// The index of a communicator, and how many reductions there were before on it.
  turn next_turn(MPI_Comm comm, int ranks);

  void write(call_record const& record);
  void count_passed(std::uint32_t site, passed_record::reason why, std::uint64_t elements, std::uint64_t bytes);

  recorder(std::string const& folder, int rank);

private:
  struct site_key {
    void const* address;
    void const* frame;
    char const* call;
    MPI_Datatype type;
    MPI_Op op;
    bool operator==(site_key const&) const = default;
  };
  struct site_key_hash {
    std::size_t operator()(site_key const& key) const noexcept;
  };
  /// What a thread asked last.
  struct recent_site {
    site_key key;
    std::uint32_t index;
  };

  std::uint32_t find_site(site_key const& key, bool& depends_on_stack);

  std::uint32_t site_of_stack(char const* call, std::string const& type, std::string const& op);
  void write_line(std::string const& line);
  void write_run(int rank);

  std::mutex mutex_;
  mapped_log calls_, passed_;
  int places_;
  std::unordered_map<site_key, std::uint32_t, site_key_hash> quick_;  // sites by the innermost frame only
  std::unordered_map<void const*, bool> wrappers_;
  std::unordered_map<std::string, std::uint32_t> sites_;
  std::unordered_map<std::uint64_t, std::size_t> passed_index_;
  std::unordered_map<std::uint64_t, std::uint32_t> groups_;  // how many communicators of that group
  std::uint32_t communicators_ = 0;
  int key_ = MPI_KEYVAL_INVALID;
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
