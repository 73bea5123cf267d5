#include "audit/communicator_table.hpp"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

#include "log/growing_map.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

/// The members of a communicator, by their ranks in MPI_COMM_WORLD.
struct membership {
  std::uint64_t hash = 0;  // the same on every rank, and on both sides
  int ranks = 0;           // of both sides
  int remote_ranks = 0;    // of the other side
  bool is_of_this_world = true;
};

membership members_of(MPI_Comm comm) {
  MPI_Group world, mine;
  REAL(Comm_group)(MPI_COMM_WORLD, &world);
  REAL(Comm_group)(comm, &mine);
  membership result;
  auto const add = [&](MPI_Group members) {
    int size = 0;
    REAL(Group_size)(members, &size);
    std::vector<int> ranks(static_cast<std::size_t>(size)), in_world(ranks.size());
    std::iota(ranks.begin(), ranks.end(), 0);
    if (size > 0) REAL(Group_translate_ranks)(members, size, ranks.data(), world, in_world.data());
    std::uint64_t hash = 0x9e3779b97f4a7c15u;
    for (int const rank : in_world) {
      hash = mixed(hash, static_cast<std::uint64_t>(rank));
      result.is_of_this_world &= rank != MPI_UNDEFINED;
    }
    result.hash += hash;
    result.ranks += size;
    return size;
  };
  add(mine);
  int is_inter = 0;
  REAL(Comm_test_inter)(comm, &is_inter);
  if (is_inter) {
    MPI_Group other;
    REAL(Comm_remote_group)(comm, &other);
    result.remote_ranks = add(other);
    REAL(Group_free)(&other);
  }
  REAL(Group_free)(&mine);
  REAL(Group_free)(&world);
  return result;
}

/// The notes that a thread asked for last: good while none have gone since. MPI takes longer to find them than the
/// audit to hash a number.
struct last_asked {
  MPI_Comm comm = {};
  void* notes = nullptr;
  std::uint64_t gone = 0;
};
constinit thread_local last_asked at_hand;
std::atomic<std::uint64_t> notes_gone = 0;

std::string name_of_communicator(MPI_Comm comm) {
  char name[MPI_MAX_OBJECT_NAME] = {};
  int length = 0;
  REAL(Comm_get_name)(comm, name, &length);
  return name;
}

std::string hexadecimal(std::uint64_t number) {
  char text[32];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
  return text;
}

}  // namespace

/// Attached to a communicator.
struct communicator_table::notes {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  membership members;
  std::uint64_t lineage;  // 0: not known
  std::uint64_t ordinal;  // of those without lineage; MPI_COMM_WORLD and MPI_COMM_SELF have 0
  std::atomic<std::uint64_t> children = 0;
  std::atomic<std::uint64_t> sequence = 0;
  std::atomic<std::uint32_t> index = none;  // from the first reduction on

  // Creations on one communicator come in the same order on all its ranks.
  std::uint64_t next_child() noexcept {
    std::uint64_t const from = lineage == 0 && ordinal != 0 ? mixed(members.hash, ordinal) : lineage;
    return std::max<std::uint64_t>(mixed(from, ++children), 1);
  }

  /// A duplicate of a communicator starts anew.
  static int leave_behind(MPI_Comm, int, void*, void*, void*, int* copies) {
    *copies = 0;
    return MPI_SUCCESS;
  }
  static int forget(MPI_Comm, int, void* mine, void*) {
    notes_gone.fetch_add(1, std::memory_order_relaxed);
    delete static_cast<notes*>(mine);
    return MPI_SUCCESS;
  }
};

communicator_table::communicator_table(places_file& places) : places_(places) {
  REAL(Comm_create_keyval)(notes::leave_behind, notes::forget, &key_, nullptr);
}

communicator_table::notes& communicator_table::notes_of(MPI_Comm comm) {
  std::uint64_t const gone = notes_gone.load(std::memory_order_relaxed);
  if (at_hand.notes != nullptr && at_hand.comm == comm && at_hand.gone == gone)
    return *static_cast<notes*>(at_hand.notes);
  void* attached = nullptr;
  int found = 0;
  REAL(Comm_get_attr)(comm, key_, &attached, &found);
  notes& mine = found ? *static_cast<notes*>(attached) : attach(comm, 0);
  at_hand = {comm, &mine, gone};
  return mine;
}

communicator_table::notes& communicator_table::attach(MPI_Comm comm, std::uint64_t lineage) {
  membership const members = members_of(comm);
  std::scoped_lock const lock(mutex_);
  void* attached = nullptr;
  int found = 0;
  REAL(Comm_get_attr)(comm, key_, &attached, &found);  // another thread may have been here
  if (found) return *static_cast<notes*>(attached);
  bool const is_predefined = comm == MPI_COMM_WORLD || comm == MPI_COMM_SELF;
  std::uint64_t const ordinal = lineage != 0 || is_predefined ? 0 : ++others_[members.hash];
  auto* const mine = new notes{members, lineage, ordinal};
  REAL(Comm_set_attr)(comm, key_, mine);
  return *mine;
}

communicator_table::turn communicator_table::next_turn(MPI_Comm comm) {
  notes& mine = notes_of(comm);
  std::uint32_t index = mine.index.load(std::memory_order_acquire);
  if (index == notes::none) index = number(comm, mine);
  // Only one thread at a time reduces on a communicator, in an order that the program fixes.
  std::uint64_t const sequence = mine.sequence.load(std::memory_order_relaxed);
  mine.sequence.store(sequence + 1, std::memory_order_relaxed);
  return {index, sequence};
}

std::uint32_t communicator_table::number(MPI_Comm comm, notes& mine) {
  std::scoped_lock const lock(mutex_);
  if (mine.index != notes::none) return mine.index;
  common::json_object line;
  line.add("communicator", size_).add("name", name_of_communicator(comm)).add("ranks", mine.members.ranks);
  if (mine.members.remote_ranks != 0) line.add("remote_ranks", mine.members.remote_ranks);
  line.add("group", hexadecimal(mine.members.hash));
  if (mine.lineage != 0) line.add("lineage", hexadecimal(mine.lineage));
  places_.write(line.add("ordinal", mine.ordinal));
  return mine.index = size_++;
}

bool communicator_table::is_of_this_world(MPI_Comm comm) { return notes_of(comm).members.is_of_this_world; }

void communicator_table::add_child(MPI_Comm parent, MPI_Comm child) {
  std::uint64_t const lineage = notes_of(parent).next_child();
  if (child != MPI_COMM_NULL) attach(child, lineage);
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
