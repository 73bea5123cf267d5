#include "audit/recorder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <numeric>
#include <sstream>

#include "audit/json_line.hpp"
#include "message.hpp"
#include "settings.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

std::atomic<recorder*> the_recorder = nullptr;

std::string path_of(std::string const& folder, int rank, char const* ending) {
  char name[64];
  std::snprintf(name, sizeof name, "/rank-%06d.%s", rank, ending);
  return folder + name;
}

int open_places(std::string const& path) {
  int const file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0)
    fail("cannot write " + path + ": " + std::strerror(errno) + "; set ISOBIT_MPI_AUDIT to a folder you may write to");
  return file;
}

std::vector<std::string> command_line() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> result;
  for (std::string word; std::getline(file, word, '\0');) result.push_back(word);
  return result;
}

int rank_in_world() {
  int rank = 0;
  REAL(Comm_rank)(MPI_COMM_WORLD, &rank);
  return rank;
}

/// Attached to a communicator.
struct communicator_notes {
  std::uint32_t index;
  std::atomic<std::uint64_t> sequence = 0;
};
/// A duplicate of a communicator starts anew.
int leave_behind(MPI_Comm, int, void*, void*, void*, int* copies) {
  *copies = 0;
  return MPI_SUCCESS;
}
int forget_communicator(MPI_Comm, int, void* notes, void*) {
  delete static_cast<communicator_notes*>(notes);
  return MPI_SUCCESS;
}

/// Of the ranks in MPI_COMM_WORLD of all members, in their order: the same on every rank, and on both sides.
std::uint64_t hash_of_group(MPI_Comm comm) {
  MPI_Group world, mine;
  REAL(Comm_group)(MPI_COMM_WORLD, &world);
  REAL(Comm_group)(comm, &mine);
  auto const hash_of_members = [&](MPI_Group members) {
    int size = 0;
    REAL(Group_size)(members, &size);
    std::vector<int> ranks(static_cast<std::size_t>(size)), in_world(ranks.size());
    std::iota(ranks.begin(), ranks.end(), 0);
    if (size > 0) REAL(Group_translate_ranks)(members, size, ranks.data(), world, in_world.data());
    std::uint64_t hash = 0x9e3779b97f4a7c15u;
    for (int const rank : in_world)
      hash = (hash ^ static_cast<std::uint64_t>(rank)) * 0xff51afd7ed558ccdu, hash ^= hash >> 32;
    return hash;
  };
  std::uint64_t hash = hash_of_members(mine);
  int is_inter = 0;
  REAL(Comm_test_inter)(comm, &is_inter);
  if (is_inter) {
    MPI_Group other;
    REAL(Comm_remote_group)(comm, &other);
    hash += hash_of_members(other);
    REAL(Group_free)(&other);
  }
  REAL(Group_free)(&mine);
  REAL(Group_free)(&world);
  return hash;
}

std::string name_of_communicator(MPI_Comm comm) {
  char name[MPI_MAX_OBJECT_NAME] = {};
  int length = 0;
  REAL(Comm_get_name)(comm, name, &length);
  return name;
}

}  // namespace

recorder* recorder::active() noexcept { return the_recorder.load(std::memory_order_acquire); }

void recorder::open(std::string const& folder) {
  if (folder.empty()) return;
  if (mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST)
    fail("cannot make the folder " + folder + ": " + std::strerror(errno) +
         "; set ISOBIT_MPI_AUDIT to a folder you may write to");
  the_recorder = new recorder(folder, rank_in_world());
}

void recorder::close(char const* how) noexcept {
  recorder* const mine = the_recorder.exchange(nullptr);
  if (mine == nullptr) return;
  std::scoped_lock const lock(mine->mutex_);
  json_line line;
  line.add("end", how);
  mine->write_line(line.text());
  mine->calls_.close();
  mine->passed_.close();
  ::close(mine->places_);
  // The object stays: another thread may still be about to ask it.
}

recorder::recorder(std::string const& folder, int rank)
    : calls_(path_of(folder, rank, "calls"), sizeof(call_record), rank),
      passed_(path_of(folder, rank, "passed"), sizeof(passed_record), rank),
      places_(open_places(path_of(folder, rank, "places"))) {
  REAL(Comm_create_keyval)(leave_behind, forget_communicator, &key_, nullptr);
  write_run(rank);
}

void recorder::write_line(std::string const& line) {
  std::string const whole = line + "\n";
  [[maybe_unused]] auto const written = ::write(places_, whole.data(), whole.size());
}

void recorder::write_run(int rank) {
  int ranks = 0, length = 0;
  REAL(Comm_size)(MPI_COMM_WORLD, &ranks);
  char version[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  REAL(Get_library_version)(version, &length);
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  char program[4096] = {};
  [[maybe_unused]] auto const known = readlink("/proc/self/exe", program, sizeof program - 1);
  auto words = command_line();
  if (!words.empty()) words.erase(words.begin());
  json_line run;
  run.add("rank", rank).add("ranks", ranks).add("mpi", version).add("program", program).add("arguments", words);
  run.add("mode", the_settings().mode).add("host", host).add("pid", getpid());
  run.add("version", std::to_string(ISOBIT_VERSION_MAJOR) + "." + std::to_string(ISOBIT_VERSION_MINOR) + "." +
                         std::to_string(ISOBIT_VERSION_PATCH));
  write_line(json_line().add_object("run", run).text());
}

std::size_t recorder::site_key_hash::operator()(site_key const& key) const noexcept {
  auto const word = [](auto const& x) {
    std::uintptr_t bits = 0;
    std::memcpy(&bits, &x, sizeof x);
    return bits;
  };
  std::uint64_t hash = word(key.address);
  for (std::uint64_t const more : {word(key.frame), word(key.call), word(key.type), word(key.op)})
    hash = (hash ^ more) * 0x9e3779b97f4a7c15u, hash ^= hash >> 29;
  return hash;
}

std::uint32_t recorder::site(char const* call, MPI_Datatype type, MPI_Op op) {
  // Types and operations of the program may be freed and their handles used again, but rarely mean another site.
  site_key const key{origin::return_address(), origin::stack_frame(), call, type, op};
  constexpr std::size_t places = 64;
  static constinit thread_local recent_site recent[places];
  recent_site& last = recent[site_key_hash()(key) % places];
  if (last.key == key) return last.index;
  bool depends_on_stack = false;
  std::uint32_t const index = find_site(key, depends_on_stack);
  if (!depends_on_stack) last = {key, index};
  return index;
}

std::uint32_t recorder::find_site(site_key const& key, bool& depends_on_stack) {
  std::scoped_lock const lock(mutex_);
  if (auto const found = quick_.find(key); found != quick_.end()) return found->second;
  std::uint32_t const index = site_of_stack(key.call, name_of_type(key.type), name_of_operation(key.op));
  auto const [wrapper, is_new] = wrappers_.try_emplace(key.address, false);
  if (is_new) wrapper->second = is_in_wrapper(key.address);
  // All calls of a Fortran program come from the same place in the wrapper.
  depends_on_stack = wrapper->second;
  if (!depends_on_stack) quick_.emplace(key, index);
  return index;
}

std::uint32_t recorder::site_of_stack(char const* call, std::string const& type, std::string const& op) {
  constexpr int depth = 8;
  auto const stack = stack_of_call(depth);
  std::string key = std::string(call) + '\n' + type + '\n' + op;
  for (void const* const address : stack) key.append(reinterpret_cast<char const*>(&address), sizeof address);
  auto const [known, is_new] = sites_.try_emplace(key, static_cast<std::uint32_t>(sites_.size()));
  if (is_new) {
    std::vector<json_line> frames;
    for (void const* const address : stack) {
      code_place const place = place_of(address);
      // What calls main is of no interest.
      if (!frames.empty() && place.module.find("/libc.so") != place.module.npos) break;
      frames.emplace_back().add("module", place.module).add("offset", place.offset).add("symbol", place.symbol);
    }
    write_line(json_line()
                   .add("site", known->second)
                   .add("call", call)
                   .add("type", type)
                   .add("operation", op)
                   .add_objects("frames", frames)
                   .text());
  }
  return known->second;
}

recorder::turn recorder::next_turn(MPI_Comm comm, int ranks) {
  void* attached = nullptr;
  int found = 0;
  REAL(Comm_get_attr)(comm, key_, &attached, &found);
  if (!found) {
    std::scoped_lock const lock(mutex_);
    std::uint64_t const group = hash_of_group(comm);
    auto const notes = new communicator_notes{communicators_++};
    char hash[32];
    std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(group));
    write_line(json_line()
                   .add("communicator", notes->index)
                   .add("name", name_of_communicator(comm))
                   .add("ranks", ranks)
                   .add("group", hash)
                   .add("ordinal", groups_[group]++)
                   .text());
    REAL(Comm_set_attr)(comm, key_, notes);
    attached = notes;
  }
  auto* const notes = static_cast<communicator_notes*>(attached);
  return {notes->index, notes->sequence++};
}

void recorder::write(call_record const& record) {
  std::scoped_lock const lock(mutex_);
  std::byte* const place = calls_.append();
  if (place == nullptr) return;
  std::memcpy(place, &record, sizeof record);
  calls_.commit();
}

void recorder::count_passed(std::uint32_t site, passed_record::reason why, std::uint64_t elements,
                            std::uint64_t bytes) {
  std::scoped_lock const lock(mutex_);
  std::uint64_t const key = std::uint64_t{site} << 32 | static_cast<std::uint32_t>(why);
  auto const [known, is_new] = passed_index_.try_emplace(key, passed_.size());
  if (is_new) {
    std::byte* const place = passed_.append();
    if (place == nullptr) {
      passed_index_.erase(known);
      return;
    }
    passed_record const empty{site, why, 0, 0, 0};
    std::memcpy(place, &empty, sizeof empty);
    passed_.commit();
  }
  std::byte* const place = passed_.record(known->second);
  passed_record record;
  std::memcpy(&record, place, sizeof record);
  ++record.calls;
  record.elements += elements;
  record.bytes += bytes;
  std::memcpy(place, &record, sizeof record);
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
