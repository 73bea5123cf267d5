#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

// What a rank of an audited program leaves in the folder of the audit:
//
//   rank-<6 digits>.calls     a `log_header`, then a `call_record` for each reduction that isobit computed
//   rank-<6 digits>.passed    a `log_header`, then a `passed_record` for each kind of call that needs no such record
//   rank-<6 digits>.receives  a `log_header`, then a `receive_record` for each kind of receive and each place
//   rank-<6 digits>.places    lines of JSON, one object a line, that say what the indices in the records mean:
//     {"run": {"rank": 0, "ranks": 4, "run_id": 123, "mpi": "Open MPI v4.1.4...", "program": "/usr/bin/lmp",
//              "arguments": ["-in", "in.melt"], "mode": "exact", "host": "node1", "pid": 4711, "version": "0.1.0"}}
//         the first line; the run_id is the same on all ranks, and another one in any other run. "order_recorded" or
//         "order_repeated" is the folder of ISOBIT_MPI_RECV
//     {"site": 0, "kind": "reduction", "call": "MPI_Allreduce", "type": "MPI_DOUBLE", "operation": "MPI_SUM",
//      "frames": [{"module": "/usr/bin/lmp", "offset": 4660, "symbol": "main"}, ...]}
//         innermost frame first, those of MPI's own libraries left out. What Python runs comes in place of the
//         interpreter's functions: {"module": "app.py", "line": 12, "symbol": "solve"}. Equal call, type, operation and
//         innermost `site_frames` frames: the same site, whatever the rank. Frames further out are those of its first
//         call.
//     {"site": 1, "kind": "receive", "call": "MPI_Recv", "frames": [...]}   see `site_kind`
//     {"communicator": 0, "name": "MPI_COMM_WORLD", "ranks": 4, "group": "89ab...", "ordinal": 0}
//     {"communicator": 1, "name": "", "ranks": 2, "group": "cdef...", "lineage": "0123...", "ordinal": 0}
//         equal group, lineage and ordinal: the same communicator, whatever the rank. The group is a hash of the
//         members. The lineage is a hash of the parent and of how many communicators were made of it before, in the
//         same order on all ranks. There is none where the making was not seen (MPI_Comm_idup, MPI_Comm_create_group,
//         MPI_Intercomm_create, sessions); then the ordinal counts such communicators of the group from 1, in order of
//         their first use, and ranks that first use two of them in different order mistake one for the other.
//         An intercommunicator has "remote_ranks" too; its ranks are those of both sides.
//     {"end": "MPI_Finalize"}   or "MPI_Abort"; no such line where the rank was killed. "lost" is the number of lines
//         that are missing for lack of space
//
// All but the last are written through shared memory, so what a killed process had recorded is there. All numbers are
// of the machine's own endianness; times are nanoseconds since 1970.

/// Helpers that reduce for others are common, often two deep: so a site is more than the innermost frame.
inline constexpr std::size_t site_frames = 3;
inline constexpr std::size_t most_frames = 8;  // that are written

/// What a place does. Only reductions of MPI's have a type and an operation.
enum class site_kind : std::uint8_t {
  reduction,
  receive,
  objects,  // mpi4py's own reductions, of Python objects
};

constexpr std::string_view name_of(site_kind kind) noexcept {
  constexpr std::string_view names[] = {"reduction", "receive", "objects"};
  return names[static_cast<std::size_t>(kind)];
}

struct log_header {
  static constexpr char expected_magic[8] = {'i', 's', 'o', 'b', 'i', 't', 'A', '6'};
  char magic[8];
  std::uint32_t record_size;
  std::int32_t rank;
  std::uint64_t records;  // complete ones
  std::uint64_t lost;     // calls that were not recorded for lack of space
};
static_assert(sizeof(log_header) == 32);

struct call_record {
  enum flag_bits : std::uint32_t {
    has_nan = 1,       // among the inputs of any rank, as far as this rank saw them
    has_infinity = 2,  // likewise
    overflowed = 4,    // a result that is not finite, of finite inputs
    has_result = 8,    // this rank got a result: not a rank that is not the root
    has_native = 16,   // native_hash, different, ulps are there
    nonblocking = 32,  // native_time is not there
    saw_columns = 64,  // condition is there: this rank had the inputs of some elements
  };
  std::uint64_t start;
  std::uint32_t site;
  std::uint32_t communicator;
  std::uint64_t sequence;     // of the reductions on this communicator, from 0: the same on all its ranks
  std::uint64_t count;        // elements this rank contributed
  std::uint64_t bytes;        // of those
  std::uint64_t input_hash;   // of what this rank contributed
  std::uint64_t result_hash;  // of what the program got
  std::uint64_t native_hash;  // of what the MPI itself would have given it
  std::uint64_t different;    // elements of the MPI's own result that are not the correctly rounded ones
  std::uint64_t ulps;         // and by how much at most; interpose::distance
  double condition;           // the worst of the columns this rank saw
  std::uint64_t native_time;  // nanoseconds
  std::uint64_t isobit_time;
  std::uint32_t flags;
  std::uint32_t reserved;
};
static_assert(sizeof(call_record) == 112);

/// Calls of one kind from one place that were not compared with the MPI's, and why.
struct passed_record {
  enum class reason : std::uint32_t {
    reproducible,       // integers, minima, maxima, logical operations: the same bits in any order
    user_operation,     // isobit cannot know what it does
    unknown_type,       // a predefined type that isobit does not know
    rejected,           // the MPI itself does not compute this
    too_large,          // more elements than the MPI can be told of at once
    one_sided,          // accumulates into another rank's memory, in an order that nobody fixes
    one_rank,           // a communicator of one rank, or nothing to reduce
    switched_off,       // ISOBIT_MPI=off
    local,              // computed by isobit, without communication
    integer_operation,  // a user's operation on integers: nothing is rounded
    python_objects,     // mpi4py's own, by messages and Python functions, in an order that the number of ranks fixes
    enqueued,           // waits in the queue of a GPU
  };
  std::uint32_t site;
  reason why;
  std::uint64_t calls;
  std::uint64_t elements;
  std::uint64_t bytes;
};
static_assert(sizeof(passed_record) == 32);

/// Receives of one kind from one place.
struct receive_record {
  enum class kind : std::uint32_t {
    named,             // from a source that the program names: in its order, always. Of all places together
    any_source,        // MPI_ANY_SOURCE: of the messages on their way, the one that comes first
    any_source_probe,  // likewise, of probes that found a message
    any_request,       // MPI_Waitany and its kind: of several requests, those that are complete first
  };
  static constexpr std::uint32_t all_sites = 0xffffffff;
  std::uint32_t site;  // all_sites for `named`
  kind what;
  std::uint64_t calls;
};
static_assert(sizeof(receive_record) == 16);

}  // namespace interpose
ISOBIT_NAMESPACE_END
