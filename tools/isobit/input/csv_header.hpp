#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bytes.hpp"
#include "column_choice.hpp"
#include "options.hpp"

namespace isobit::tool {

/// The first row of a table, and what it says about the columns that are wanted.
class csv_header {
public:
  /// Looks at the bytes without reading them.
  csv_header(input_bytes& bytes, char separator, input_options const& options);

  [[nodiscard]] std::vector<std::string> const& fields() const noexcept { return fields_; }

  /// The place, from 0, of a column given by name or by number from 1. Whether the first row holds names shows in its
  /// field of a column of numbers; in one of keys it does not. Throws `failure` where there is no such column.
  enum class content { numbers, keys };
  std::size_t place_of(std::string const& column, content what = content::numbers);
  std::size_t place_of(std::size_t number);
  /// Of all columns those that hold numbers, as far as the first rows tell: their first value that is not missing is
  /// one. Throws `failure` where these leave open whether the first row holds names.
  struct chosen {
    std::vector<std::size_t> numbers;
    std::vector<std::size_t> others;
    std::vector<std::string> first_of_others;  ///< what there is instead of a number
  };
  chosen all_numbers();

  /// Whether the first row holds names, once all columns are known. Throws `failure` where that is open.
  [[nodiscard]] bool is_present() const;
  /// The bytes that it takes up, and what is before it; 0 where the first row holds no names.
  [[nodiscard]] std::size_t size() const;
  /// The name of a column, or its number where there are no names.
  [[nodiscard]] std::string name_of(std::size_t place) const;

private:
  [[nodiscard]] column_list columns() const;
  void look_at_first(std::size_t place, content what);
  bool decide_by_contents(std::vector<std::vector<std::string>> const& rows);

  std::string name_;
  std::string start_;  // of the table
  char separator_;
  notation numbers_;
  header_row said_;
  std::vector<std::string> fields_;
  std::size_t size_ = 0;
  bool has_names_ = false;
  std::string doubtful_;  // what the first row has in a column of numbers: a name, or a missing value?
  bool is_doubtful_ = false;
};

}  // namespace isobit::tool
