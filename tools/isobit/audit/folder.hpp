#pragma once

#include <filesystem>
#include <string>

namespace isobit::tool {

/// Where an audit is recorded.
class audit_folder {
public:
  /// Makes the folder, and takes an older audit out of it if `force` is set. Throws `failure` where there is an older
  /// one and it is not set, or where nothing can be written.
  audit_folder(std::string const& path, bool force);
  /// Takes a new folder away again unless it is to be kept.
  ~audit_folder();
  audit_folder(audit_folder const&) = delete;
  audit_folder& operator=(audit_folder const&) = delete;

  void keep() noexcept { keep_ = true; }
  /// Absolute.
  [[nodiscard]] std::filesystem::path const& path() const noexcept { return path_; }

private:
  std::filesystem::path path_;
  bool is_new_ = false;
  bool keep_ = false;
};

/// report.json and report.html, both or none. Throws `failure` where they cannot be written.
void write_reports(std::filesystem::path const& folder, std::string const& json, std::string const& page);

}  // namespace isobit::tool
