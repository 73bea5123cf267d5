#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "block.hpp"
#include "bytes.hpp"
#include "options.hpp"

namespace isobit::tool {

class table_reader;

/// One of several parts of an input.
struct share {
  std::size_t index = 0;
  std::size_t count = 1;
};

/// Turns one input into blocks of numbers in two steps, so that the second can run on several threads.
class reader {
public:
  virtual ~reader() = default;
  /// Cuts off the next piece; false at the end. One thread at a time.
  virtual bool cut(chunk& piece) = 0;
  /// Makes numbers of a piece. Any number of threads at a time.
  virtual void decode(chunk& piece, block& numbers) const = 0;

  /// Leaves one share of the numbers only, all next to each other, where it can be found without reading what comes
  /// before; else does nothing and returns false. To be called before the first `cut`.
  virtual bool restrict_to(share) { return false; }

  /// Whether the numbers are floats: their results are rounded to float unless the user says otherwise.
  [[nodiscard]] virtual bool is_single() const noexcept = 0;
  [[nodiscard]] virtual bool is_complex() const noexcept { return false; }
  /// How the elements lie in a file with a shape; empty where there is none. For checking that two inputs match.
  [[nodiscard]] virtual std::string layout() const { return {}; }
};

/// Opens an input and finds out its format; `columns` is how many columns are wanted of a table.
/// Throws `failure` with the name of the input in the message.
std::unique_ptr<reader> open_reader(std::string const& path, std::vector<std::string> const& columns,
                                    input_options const& options, progress& watcher);

/// The readers; the bytes may have been peeked at, but not read.
std::unique_ptr<reader> make_text_reader(std::unique_ptr<input_bytes> bytes, input_options const& options);
std::unique_ptr<reader> make_csv_reader(std::unique_ptr<input_bytes> bytes, char separator,
                                        std::vector<std::string> const& columns, input_options const& options);
std::unique_ptr<reader> make_npy_reader(std::unique_ptr<input_bytes> bytes, std::vector<std::string> const& columns,
                                        input_options const& options);
std::unique_ptr<reader> make_raw_reader(std::unique_ptr<input_bytes> bytes, element_type type,
                                        input_options const& options);
/// A variable, named or the only one, of a classic netCDF file, which must be one that can be read at any offset.
std::unique_ptr<reader> make_netcdf_reader(std::unique_ptr<input_bytes> bytes, std::string const& variable,
                                           input_options const& options);

/// Of a table, the one or two columns that were wished for.
std::unique_ptr<reader> make_column_reader(std::unique_ptr<table_reader> table);

}  // namespace isobit::tool
