#include "shared_files.hpp"

#include <filesystem>

#include "input/bytes.hpp"

namespace isobit::tool {

void require_files(std::vector<std::string> const& paths) {
  for (auto const& path : paths) {
    if (path == "-")
      throw failure(exit_code::usage, "--mpi: the standard input reaches one rank only, so the others could not read "
                                      "their parts; name files");
    std::error_code ignored;  // what cannot be looked at cannot be opened either
    auto const kind = std::filesystem::status(path, ignored).type();
    if (kind == std::filesystem::file_type::fifo || kind == std::filesystem::file_type::character ||
        kind == std::filesystem::file_type::socket)
      throw failure(exit_code::usage, path + ": --mpi needs files that every rank can read from the start; what one "
                                             "rank takes from a pipe is lost to the others");
  }
}

void require_same_files(ranks const& job, std::vector<std::string> const& paths, common::fnv1a seen) {
  for (auto const& path : paths) seen.add(size_of_file(path));
  job.require_same(seen.value(), {exit_code::bad_data, "--mpi: the files differ, in size or type, from rank to rank; "
                                                       "each rank must see the same ones"});
}

}  // namespace isobit::tool
