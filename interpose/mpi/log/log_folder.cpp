#include "log/log_folder.hpp"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "base/message.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

/// The rank that a file is a log of, or -1.
int rank_of_log(char const* name) {
  int rank = -1;
  char ending[16] = {};
  if (std::sscanf(name, "rank-%d.%15s", &rank, ending) != 2) return -1;
  for (char const* const each : {"calls", "passed", "receives", "places"})
    if (std::strcmp(ending, each) == 0)
      return path_in_log_folder("", rank, ending) == std::string("/") + name ? rank : -1;
  return -1;
}

}  // namespace

std::string path_in_log_folder(std::string const& folder, int rank, char const* ending) {
  char name[64];
  std::snprintf(name, sizeof name, "/rank-%06d.%s", rank, ending);
  return folder + name;
}

void make_log_folder(std::string const& folder) {
  if (mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) fail_to_write(folder, errno);
}

void remove_other_ranks(std::string const& folder, int ranks) {
  std::unique_ptr<DIR, int (*)(DIR*)> const listing(opendir(folder.c_str()), closedir);
  if (listing == nullptr) return;
  std::vector<std::string> old;
  while (dirent const* const entry = readdir(listing.get()))
    if (rank_of_log(entry->d_name) >= ranks) old.push_back(folder + "/" + entry->d_name);
  for (std::string const& each : old) unlink(each.c_str());
}

void say_there_is_no_space(std::string const& path, int error_number) noexcept {
  say("cannot write more of " + path + ": " + std::strerror(error_number) +
      "; what is recorded ends here, the program goes on");
}

void fail_to_write(std::string const& path, int error_number) {
  fail("cannot write " + path + ": " + std::strerror(error_number) +
       "; name a folder that you may write to, with space, in ISOBIT_MPI_AUDIT and ISOBIT_MPI_RECV");
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
