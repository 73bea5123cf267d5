#include "folder.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "../basics/failure.hpp"
#include "../output/output_folder.hpp"
#include "log_reader.hpp"

namespace isobit::tool {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of_audit(fs::path const& folder) {
  std::error_code problem;
  std::vector<fs::path> files;
  for (fs::directory_iterator each(folder, problem), end; !problem && each != end; each.increment(problem))
    if (is_of_audit(each->path().filename().string())) files.push_back(each->path());
  if (problem) throw failure(exit_code::io, folder.string() + ": cannot be read: " + problem.message());
  return files;
}

}  // namespace

audit_folder::audit_folder(std::string const& path, bool force) {
  std::error_code problem;
  path_ = fs::absolute(path, problem).lexically_normal();
  is_new_ = fs::create_directories(path_, problem);
  if (problem || !fs::is_directory(path_, problem))
    throw failure(exit_code::io, path + ": cannot be made a folder" + (problem ? ": " + problem.message() : ""));
  if (::access(path_.c_str(), W_OK | X_OK) != 0)
    throw failure(exit_code::io, path + ": cannot be written: " + std::strerror(errno));
  auto const old = files_of_audit(path_);
  if (!old.empty() && !force)
    throw failure(exit_code::usage, path + ": holds an older audit; --force replaces it, -o names another folder");
  for (auto const& each : old)
    if (!fs::remove(each, problem) && problem)
      throw failure(exit_code::io, each.string() + ": cannot be removed: " + problem.message());
}

audit_folder::~audit_folder() {
  std::error_code ignored;
  if (is_new_ && !keep_) fs::remove(path_, ignored);
}

void write_reports(fs::path const& folder, std::string const& json, std::string const& page) {
  output_folder files(folder.string(), true);
  files.add("report.json", json + "\n");
  files.add("report.html", page);
  files.commit();
}

}  // namespace isobit::tool
