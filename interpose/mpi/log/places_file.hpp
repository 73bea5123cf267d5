#pragma once

#include <mutex>
#include <string>

#include <isobit/version.hpp>

#include "common/json.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// The lines of JSON that say what the indices in the records mean. For any number of threads.
class places_file {
public:
  explicit places_file(std::string const& path);
  places_file(places_file const&) = delete;
  places_file& operator=(places_file const&) = delete;

  /// A line for which there is no space is missing; the message is said once, and the last line says how many there
  /// are.
  void write(common::json_object const& line);
  /// Writes how the run ended. From now on `write` does nothing.
  void close(char const* how) noexcept;

private:
  /// Whether there is space for so many bytes, and the last line.
  bool reserve(std::size_t bytes);
  bool put(std::string const& line);

  std::mutex mutex_;
  std::string path_;
  int file_;
  std::size_t size_ = 0, reserved_ = 0;  // bytes
  std::uint64_t lost_ = 0;
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
