#pragma once

#include <filesystem>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

namespace isobit::tool {

/// The files that a command writes, all of them or none: each comes under another name first, and takes the place of
/// what was there when all are complete. A name that ends in .gz is compressed; "-" is the standard output.
class output_files {
public:
  using writer = std::function<void(std::ostream&)>;

  /// Throws `failure` where two of them have one name.
  void add(std::string const& path, writer write);
  void add(std::string const& path, std::string content);
  /// Writes them; throws `failure`, and leaves files as they were, where one cannot be written.
  void commit() const;

private:
  struct output {
    std::string path;
    std::filesystem::path target;  ///< where a link leads to
    bool is_file;                  ///< and no device, pipe or the standard output, which have what they get
    writer write;

    [[nodiscard]] std::filesystem::path partial() const { return target.string() + ".partial"; }
  };
  std::vector<output> outputs_;
};

}  // namespace isobit::tool
