#include "start_mpi.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "../basics/failure.hpp"

namespace isobit::tool {

bool asks_for_mpi(int argc, char** argv) {
  using namespace std::string_view_literals;
  char** const end = std::find(argv, argv + argc, "--"sv);
  bool const is_possible =
      argc > 1 && (argv[1] == "sum"sv || (argc > 2 && argv[1] == "matrix"sv && argv[2] == "solve"sv));
  return is_possible && std::find(argv, end, "--mpi"sv) != end;
}

void start_mpi(char** argv) {
  std::error_code problem;
  auto const program = std::filesystem::read_symlink("/proc/self/exe", problem).replace_filename("isobit-mpi");
  if (problem)
    throw failure(exit_code::unsupported, "--mpi: where isobit is, and so isobit-mpi, cannot be found out; run "
                                          "isobit-mpi with the same arguments");
  ::execv(program.c_str(), argv);
  if (errno == ENOENT)
    throw failure(exit_code::unsupported, "--mpi: this isobit was built without MPI, there is no " + program.string() +
                                              "; build it where CMake finds an MPI, with ISOBIT_BUILD_MPI=ON");
  throw failure(exit_code::unsupported, "--mpi: " + program.string() + " cannot be started: " + std::strerror(errno));
}

}  // namespace isobit::tool
