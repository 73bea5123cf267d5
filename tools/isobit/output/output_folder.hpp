#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace isobit::tool {

/// A folder that gets all files of a command or none.
class output_folder {
public:
  /// Makes the folder. Throws `failure` where that fails, or where it is not empty and `force` is not set.
  output_folder(std::string const& path, bool force);
  /// Takes an own folder away again if nothing was written to it.
  ~output_folder();
  output_folder(output_folder const&) = delete;
  output_folder& operator=(output_folder const&) = delete;

  /// To be written by `commit`.
  void add(std::string name, std::string content) { files_.emplace_back(std::move(name), std::move(content)); }
  /// Writes all files; throws `failure` and leaves none behind where one cannot be written.
  void commit();

private:
  std::filesystem::path path_;
  bool is_new_ = false;
  bool committed_ = false;
  std::vector<std::pair<std::string, std::string>> files_;
};

}  // namespace isobit::tool
