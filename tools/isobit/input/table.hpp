#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "block.hpp"
#include "bytes.hpp"
#include "group_key.hpp"
#include "options.hpp"

namespace isobit::tool {

class table_reader;

/// What is wanted of a table.
struct table_wish {
  std::vector<std::string> values;  ///< columns of numbers: names, or numbers from 1
  bool all_values = false;          ///< instead: all columns that hold numbers
  std::vector<std::string> keys;    ///< columns of any kind, whose text says which rows belong together
};

/// What a row has in a column of numbers.
enum class entry : char { number, missing, bad };

/// Rows of a table: their numbers, each of which may be missing by itself, and their keys.
struct table_rows {
  struct column {
    buffer<double> values;  ///< floats are widened, exactly; of what is no number the value means nothing
    buffer<entry> entries;

    void push(double value, entry what = entry::number) {
      values.push(value);
      entries.push(what);
    }
  };

  std::uint64_t ordinal = 0;  ///< the place of these rows among those of the whole input
  std::size_t rows = 0;
  std::uint64_t bad_rows = 0;  ///< that are not among these, having too few or too many fields
  std::vector<column> columns;
  group_keys keys;  ///< one for every row

  chunk piece;                          ///< what the rows are made of,
  std::shared_ptr<table_reader> maker;  ///< and who makes them

  void clear(std::size_t column_count) {
    rows = 0;
    bad_rows = 0;
    columns.resize(column_count);
    for (auto& each : columns) {
      each.values.set_size(0);
      each.entries.set_size(0);
    }
    keys.clear();
  }
};

/// A column of numbers that was found in a table.
struct table_column {
  std::string name;
  bool is_single = false;  ///< its numbers are floats: results are rounded to float unless the user says otherwise
  bool operator==(table_column const&) const = default;
};

/// A column that holds no numbers, where all that do were wanted.
struct other_column {
  std::string name;
  std::string why;
};

/// What a table has of what was wished for.
struct table_description {
  std::vector<table_column> columns;  ///< of numbers, in the order wished for, or that of the table
  std::vector<other_column> others;
  std::vector<std::string> keys;  ///< the names of those columns
};

/// Turns one input into rows, in two steps as `reader` does.
class table_reader {
public:
  virtual ~table_reader() = default;
  /// Cuts off the next piece; false at the end. One thread at a time.
  virtual bool cut(chunk& piece) = 0;
  /// Makes rows of a piece. Any number of threads at a time.
  virtual void decode(chunk& piece, table_rows& rows) const = 0;

  [[nodiscard]] table_description const& description() const noexcept { return description_; }

protected:
  table_description description_;
};

/// Opens an input and finds out its format. Throws `failure` with the name of the input in the message.
std::unique_ptr<table_reader> open_table(std::string const& path, table_wish const& wish, input_options const& options,
                                         progress& watcher);

/// The readers; the bytes may have been peeked at, but not read.
std::unique_ptr<table_reader> make_csv_table(std::unique_ptr<input_bytes> bytes, char separator, table_wish const& wish,
                                             input_options const& options);
std::unique_ptr<table_reader> make_jsonl_table(std::unique_ptr<input_bytes> bytes, table_wish const& wish,
                                               input_options const& options);
std::unique_ptr<table_reader> make_npy_table(std::unique_ptr<input_bytes> bytes, table_wish const& wish,
                                             input_options const& options);

}  // namespace isobit::tool
