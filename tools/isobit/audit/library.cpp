#include "library.hpp"

#include <elf.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "../basics/failure.hpp"
#include "process.hpp"
#include "symbols.hpp"

namespace isobit::tool {
namespace {

namespace fs = std::filesystem;

constexpr char file_name[] = "libisobit_mpi_preload.so";

bool is_launcher(std::string const& word) {
  std::string const name = base_name(word);
  for (std::string const known : {"mpirun", "mpiexec", "orterun", "prterun"})
    if (name == known || name.starts_with(known + ".")) return true;
  return false;
}

/// The names of MPI libraries appear in a program that is linked with them as words between zero bytes.
std::string mpi_of_program(std::string const& program) {
  std::error_code ignored;
  fs::path const path = path_of(program);
  if (!fs::is_regular_file(path, ignored)) return {};
  std::ifstream file(path, std::ios::binary);
  char magic[SELFMAG];
  if (!file.read(magic, SELFMAG) || std::memcmp(magic, ELFMAG, SELFMAG) != 0) return {};
  std::string const content{std::istreambuf_iterator<char>(file), {}};
  auto const names = [&](std::string const& library) {
    return content.find(std::string(1, '\0') + library + '\0') != content.npos;
  };
  if (names("libmpi_abi.so.1") || names("libmpi_abi.so.0")) return "mpi-abi";
  if (names("libmpi.so.40") || names("libmpi_mpifh.so.40") || names("libmpi.so.20")) return "openmpi";
  if (names("libmpich.so.12") || names("libmpichfort.so.12") || names("libmpi.so.12")) return "mpich";
  return {};
}

/// <libdir>/isobit/<mpi>/ where <libdir> is beside the program's folder, and the build tree.
std::vector<fs::path> candidates(fs::path const& program, std::string const& mpi) {
  std::error_code ignored;
  auto const above = program.parent_path().parent_path();
  std::vector<fs::path> found = {above.parent_path() / "interpose" / "mpi" / mpi / file_name};
  for (auto const* const name : {"lib", "lib64", "lib32"}) {
    found.push_back(above / name / "isobit" / mpi / file_name);
    for (fs::directory_iterator each(above / name, ignored), end; !ignored && each != end; each.increment(ignored))
      if (auto const path = each->path() / "isobit" / mpi / file_name; fs::is_regular_file(path, ignored))
        found.push_back(path);
  }
  return found;
}

fs::path checked(std::string const& path, std::string const& origin) {
  std::error_code problem;
  if (!fs::is_regular_file(path, problem)) throw failure(exit_code::io, origin + ": there is no file " + path);
  // The loader takes a blank or a colon for the end of a name.
  if (path.find_first_of(" :") != path.npos)
    throw failure(exit_code::usage, origin + ": " + path +
                                        " has a blank or a colon in its name, which LD_PRELOAD does "
                                        "not allow");
  return fs::absolute(path);
}

}  // namespace

std::string mpi_of_launcher(std::string const& launcher) {
  std::string const text = output_of({launcher, "--version"}, true).value_or("");
  auto const has = [&](char const* word) { return text.find(word) != text.npos; };
  if (has("Open MPI") || has("OpenRTE") || has("PRRTE")) return "openmpi";
  if (has("HYDRA") || has("mpich") || has("MPICH")) return "mpich";
  return {};
}

std::size_t find_launcher(std::vector<std::string> const& command) {
  return static_cast<std::size_t>(std::find_if(command.begin(), command.end(), is_launcher) - command.begin());
}

std::string detect_mpi(std::vector<std::string> const& command, std::string const& what) {
  auto const launcher = find_launcher(command);
  std::string mpi = launcher < command.size() ? mpi_of_launcher(command[launcher]) : "";
  // A launcher starts programs for its MPI and for the standard's ABI alike.
  for (std::size_t i = 0; i < command.size(); ++i)
    if (std::string const found = i == launcher ? "" : mpi_of_program(command[i]); mpi.empty() || found == "mpi-abi")
      if (!found.empty()) mpi = found;
  if (!mpi.empty()) return mpi;
  require_startable(command[0]);
  throw failure(exit_code::usage, what + ": " + command[0] +
                                      " is neither mpirun nor linked with an MPI that isobit knows; if it runs an MPI "
                                      "program all the same, say which MPI: --mpi openmpi, mpich or mpi-abi");
}

fs::path find_library(audit_options const& options, std::string const& what) {
  if (!options.library.empty()) return checked(options.library, "--library");
  if (char const* const named = std::getenv("ISOBIT_MPI_LIBRARY"); named != nullptr && *named != '\0')
    return checked(named, "ISOBIT_MPI_LIBRARY");
  std::string const mpi = options.mpi.empty() ? detect_mpi(options.command, what) : options.mpi;
  std::error_code ignored;
  for (auto const& each : candidates(fs::read_symlink("/proc/self/exe", ignored), mpi))
    if (fs::is_regular_file(each, ignored)) return checked(each.string(), what);
  throw failure(exit_code::unsupported, what + ": there is no " + std::string(file_name) + " for " + mpi +
                                            " beside this isobit; build it where CMake finds that MPI, or name it with "
                                            "--library or ISOBIT_MPI_LIBRARY");
}

}  // namespace isobit::tool
