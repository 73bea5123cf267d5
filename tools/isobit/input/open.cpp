#include <algorithm>
#include <cctype>

#include "../basics/failure.hpp"
#include "../basics/printable.hpp"
#include "csv.hpp"
#include "foreign_format.hpp"
#include "input_name.hpp"
#include "library_format.hpp"
#include "module.hpp"
#include "npy.hpp"
#include "npz.hpp"
#include "reader.hpp"
#include "table.hpp"

namespace isobit::tool {
namespace {

/// The last extension of a path in lower case and without its dot; that of a compression is looked through.
std::string extension(std::string path) {
  std::transform(path.begin(), path.end(), path.begin(), [](unsigned char c) { return std::tolower(c); });
  for (std::string_view const packed : {".gz", ".bz2", ".xz", ".zst"})
    if (path.ends_with(packed)) {
      path.resize(path.size() - packed.size());
      break;
    }
  auto const dot = path.find_last_of("./");
  return dot == path.npos || path[dot] == '/' ? "" : path.substr(dot + 1);
}

input_format format_of(std::string const& path, input_bytes& bytes, input_options const& options) {
  if (options.format != input_format::automatic) return options.format;
  if (bytes.peek(npy_magic.size()) == npy_magic) return input_format::npy;
  if (is_npz(bytes.peek(sniffed_size))) return input_format::npz;
  std::string const kind = extension(path);
  if (kind == "csv") return input_format::csv;
  if (kind == "tsv" || kind == "tab") return input_format::tsv;
  if (kind == "jsonl" || kind == "ndjson") return input_format::jsonl;
  if (kind == "npy") return input_format::npy;
  if (kind == "npz") return input_format::npz;
  if (kind == "parquet") return input_format::parquet;
  if (kind == "arrow" || kind == "feather") return input_format::arrow;
  if (kind == "h5" || kind == "hdf5" || kind == "nc" || kind == "nc4") return input_format::hdf5;
  if (kind == "f64" || kind == "f32" || kind == "f16" || kind == "bf16" || kind == "bin" || kind == "raw")
    return input_format::raw;
  if (!options.columns.empty() || options.all_columns || !options.keys.empty() || options.separator ||
      options.header != header_row::automatic)
    return input_format::csv;
  return input_format::text;
}

/// Text and tables that are none. What the user says counts more than what an input looks like, but no text and no
/// table is in UTF-16.
void require_text(input_bytes& bytes, input_format format, bool is_sure) {
  std::string_view const start = bytes.peek(sniffed_size);
  std::string problem = foreign_encoding(start);
  if (problem.empty() && !is_sure && format != input_format::jsonl) problem = foreign_text(start);
  if (problem.empty() && !is_sure && format == input_format::text && start.find('\0') != std::string_view::npos)
    problem = "holds zero bytes, so is not text; if it holds numbers one after another, say --format raw --type f64";
  if (!problem.empty()) throw failure(exit_code::bad_data, bytes.name() + ": " + problem);
}

element_type raw_type(std::string const& path, input_options const& options) {
  if (options.type) return *options.type;
  std::string const kind = extension(path);
  return kind == "f32"    ? element_type::f32
         : kind == "f16"  ? element_type::f16
         : kind == "bf16" ? element_type::bf16
                          : element_type::f64;
}

/// A comma, unless the first row has none but has a semicolon or a tab. Decimal commas are no separators: then it is a
/// semicolon, unless the first row has none but has a tab.
char guess_separator(input_bytes& bytes, notation const& numbers) {
  std::string_view text = bytes.peek(sniffed_size);
  if (auto const start = text.find_first_not_of("\r\n"); start != text.npos) text.remove_prefix(start);
  text = text.substr(0, text.find_first_of("\r\n"));
  bool const may_be_comma = numbers.point != ',';
  for (char const separator : {',', ';', '\t'})
    if (text.find(separator) != text.npos && (separator != ',' || may_be_comma)) return separator;
  return may_be_comma ? ',' : ';';
}

bool is_text(input_format format) {
  return format == input_format::text || format == input_format::csv || format == input_format::tsv ||
         format == input_format::jsonl;
}
bool is_library_format(input_format format) {
  return format == input_format::parquet || format == input_format::arrow || format == input_format::hdf5;
}
bool is_table(input_format format) { return format == input_format::csv || format == input_format::tsv; }

/// An input whose format is known.
struct opened_input {
  std::unique_ptr<input_bytes> bytes;
  input_format format;
  input_name name;
};

/// Throws `failure` where isobit cannot read a file of a format that another library reads.
void require_library(input_bytes& bytes, input_format format, input_format said) {
  if (!is_built_in(format)) throw failure(exit_code::bad_data, bytes.name() + ": " + without_library(format));
  std::string const what = bytes.name() + ": is " + name_of_file(format);
  if (said != input_format::automatic && said != format)
    throw failure(exit_code::usage, what + ", whatever --format says");
  if (bytes.positioned() == nullptr)
    throw failure(exit_code::usage, what + ", which isobit reads from a file that is not compressed, not from a pipe");
}

opened_input open_input(std::string const& argument, input_options const& options, progress& watcher) {
  auto const name = split_input_name(argument);
  auto bytes = std::make_unique<input_bytes>(name.path, watcher);
  std::string_view const start = bytes->peek(sniffed_size);
  if (auto const format = library_format_of(start)) {
    require_library(*bytes, *format, options.format);
    return {std::move(bytes), *format, name};
  }
  if (auto const foreign = foreign_file(start); !foreign.empty())
    throw failure(exit_code::bad_data, bytes->name() + ": " + foreign);
  input_format format = format_of(name.path, *bytes, options);
  if (is_text(format)) require_text(*bytes, format, options.format != input_format::automatic);
  if (is_text(format) && options.type && *options.type != element_type::f64 && *options.type != element_type::f32)
    throw failure(exit_code::usage, bytes->name() + ": text can be read as --type f64 or f32 only");
  if (is_library_format(format)) throw failure(exit_code::bad_data, bytes->name() + ": is not " + name_of_file(format));
  if (format == input_format::npz) {
    enter_npz(*bytes, name.part);
    format = input_format::npy;
  } else if (!name.part.empty()) {
    throw failure(exit_code::usage, bytes->name() + ": has no parts to choose from, so no " + shown(name.part));
  }
  return {std::move(bytes), format, name};
}

char separator_of(opened_input const& input, input_options const& options) {
  if (options.separator) return *options.separator;
  return input.format == input_format::tsv ? '\t' : guess_separator(*input.bytes, options.numbers);
}

}  // namespace

std::unique_ptr<reader> open_reader(std::string const& path, std::vector<std::string> const& columns,
                                    input_options const& options, progress& watcher) {
  auto input = open_input(path, options, watcher);
  std::string const& name = input.bytes->name();
  bool const is_flat =
      input.format == input_format::text || input.format == input_format::raw || input.format == input_format::hdf5;
  if (!options.columns.empty() && is_flat)
    throw failure(exit_code::usage, name + ": --column is for tables, such as CSV; this is another format");
  if (columns.size() > 1 && is_flat && input.format != input_format::text)
    throw failure(exit_code::usage,
                  name + ": a dot product needs two inputs: two files, or one table with two columns");
  switch (input.format) {
  case input_format::npy:
    return make_npy_reader(std::move(input.bytes), columns, options);
  case input_format::hdf5:
    return open_hdf5(input.name.path, input.name.part, options, watcher);
  case input_format::parquet:
  case input_format::arrow:
    return make_column_reader(open_arrow(input.name.path, {columns, false, {}}, options, watcher));
  case input_format::raw:
    return make_raw_reader(std::move(input.bytes), raw_type(input.name.path, options), options);
  case input_format::jsonl:
    return make_column_reader(make_jsonl_table(std::move(input.bytes), {columns, false, {}}, options));
  case input_format::csv:
  case input_format::tsv: {
    char const separator = separator_of(input, options);
    return make_csv_reader(std::move(input.bytes), separator, columns, options);
  }
  default:
    break;
  }
  if (columns.size() > 1)  // lines of two numbers
    return make_csv_reader(std::move(input.bytes), options.separator.value_or(blank_separator), columns, options);
  if (options.numbers.thousands == ' ')
    throw failure(exit_code::usage, name + ": --thousands space is for tables; blanks separate numbers in text");
  return make_text_reader(std::move(input.bytes), options);
}

std::unique_ptr<table_reader> open_table(std::string const& path, table_wish const& wish, input_options const& options,
                                         progress& watcher) {
  auto input = open_input(path, options, watcher);
  if (input.format == input_format::parquet || input.format == input_format::arrow)
    return open_arrow(input.name.path, wish, options, watcher);
  if (input.format == input_format::jsonl) return make_jsonl_table(std::move(input.bytes), wish, options);
  if (input.format == input_format::npy) return make_npy_table(std::move(input.bytes), wish, options);
  if (!is_table(input.format))
    throw failure(exit_code::usage, input.bytes->name() + ": has no columns to choose from; --by, --all-columns and "
                                                          "several --column are for tables, such as CSV");
  char const separator = separator_of(input, options);
  return make_csv_table(std::move(input.bytes), separator, wish, options);
}

}  // namespace isobit::tool
