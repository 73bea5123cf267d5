#include "audit/run_line.hpp"

#include <unistd.h>

#include <fstream>

#include "base/mpi_library.hpp"
#include "base/settings.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

std::vector<std::string> arguments_of_program() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> result;
  for (std::string word; std::getline(file, word, '\0');) result.push_back(word);
  if (!result.empty()) result.erase(result.begin());
  return result;
}

}  // namespace

common::json_object run_line(int rank, int ranks, std::uint64_t run_id) {
  char version[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  REAL(Get_library_version)(version, &length);
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  char program[4096] = {};
  [[maybe_unused]] auto const known = readlink("/proc/self/exe", program, sizeof program - 1);
  common::json_object run;
  run.add("rank", rank).add("ranks", ranks).add("run_id", run_id).add("mpi", version).add("program", program);
  run.add("arguments", arguments_of_program()).add("mode", the_settings().mode).add("host", host).add("pid", getpid());
  if (the_settings().receive == messages::recorded) run.add("order_recorded", the_settings().receive_folder);
  if (the_settings().receive == messages::repeated) run.add("order_repeated", the_settings().receive_folder);
  run.add("version", std::to_string(ISOBIT_VERSION_MAJOR) + "." + std::to_string(ISOBIT_VERSION_MINOR) + "." +
                         std::to_string(ISOBIT_VERSION_PATCH));
  return common::json_object().add("run", run);
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
