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

  void write(common::json_object const& line);
  /// From now on `write` does nothing.
  void close() noexcept;

private:
  std::mutex mutex_;
  int file_;
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
