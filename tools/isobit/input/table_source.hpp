#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "table.hpp"

namespace isobit::tool {

/// The rows of all inputs, one after another, as `file_sequence` has their numbers.
class table_source {
public:
  table_source(std::vector<std::string> paths, table_wish wish, input_options const& options, progress& watcher);

  /// Cuts off the next rows; false at the end. One thread at a time.
  bool cut(table_rows& rows);
  /// Makes them. Any number of threads at a time, each with its own rows.
  void decode(table_rows& rows) const;

  /// The columns of numbers, which all inputs must have; what else there is, is that of the first.
  [[nodiscard]] table_description const& description() const noexcept { return description_; }

private:
  bool open_next();

  std::vector<std::string> paths_;
  table_wish wish_;
  input_options const& options_;
  progress& watcher_;
  std::shared_ptr<table_reader> current_;
  std::size_t opened_ = 0;
  std::uint64_t ordinal_ = 0;
  table_description description_;
};

}  // namespace isobit::tool
