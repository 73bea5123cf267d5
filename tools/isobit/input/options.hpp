#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "element.hpp"
#include "notation.hpp"

namespace isobit::tool {

enum class input_format { automatic, text, csv, tsv, jsonl, npy, npz, raw, parquet, arrow, hdf5, netcdf };
enum class header_row { automatic, present, absent };

/// What the command line says about the inputs.
struct input_options {
  std::vector<std::string> files;  ///< "-" is the standard input
  input_format format = input_format::automatic;
  std::optional<element_type> type;  ///< of raw numbers, and what text is read as; f64 unless given
  std::optional<bool> big_endian;    ///< of raw numbers; little-endian unless given
  std::vector<std::string> columns;  ///< of tables: names, or numbers from 1
  bool all_columns = false;          ///< of tables: every column that holds numbers
  std::vector<std::string> keys;     ///< of tables: columns that say which rows belong together
  header_row header = header_row::automatic;
  std::optional<char> separator;  ///< of CSV
  bool skip_bad = false;
  notation numbers;         ///< of text and tables; what it says of missing values goes for all formats
  std::size_t threads = 0;  ///< 0: as many as the machine offers
};

}  // namespace isobit::tool
