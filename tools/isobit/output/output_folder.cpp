#include "output_folder.hpp"

#include <fstream>

#include "../basics/failure.hpp"

namespace isobit::tool {
namespace {

namespace fs = std::filesystem;

fs::path partial(fs::path const& path) { return path.string() + ".partial"; }

void write(fs::path const& path, std::string const& content) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << content;
  file.close();
  if (!file) throw failure(exit_code::io, path.string() + ": cannot be written");
}

}  // namespace

output_folder::output_folder(std::string const& path, bool force) : path_(path) {
  std::error_code problem;
  is_new_ = fs::create_directories(path_, problem);
  if (problem || !fs::is_directory(path_, problem))
    throw failure(exit_code::io, path + ": cannot be made a folder" + (problem ? ": " + problem.message() : ""));
  if (!force && !fs::is_empty(path_, problem))
    throw failure(exit_code::usage, path + ": is not empty; --force writes into it all the same");
}

output_folder::~output_folder() {
  std::error_code ignored;
  if (is_new_ && !committed_) fs::remove(path_, ignored);
}

void output_folder::commit() {
  try {
    for (auto const& [name, content] : files_) write(partial(path_ / name), content);
    for (auto const& [name, content] : files_) fs::rename(partial(path_ / name), path_ / name);
  } catch (std::exception const& problem) {
    std::error_code ignored;
    for (auto const& [name, content] : files_) {
      fs::remove(partial(path_ / name), ignored);
      if (is_new_) fs::remove(path_ / name, ignored);
    }
    throw failure(exit_code::io, problem.what());
  }
  committed_ = true;
}

}  // namespace isobit::tool
