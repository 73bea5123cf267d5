#include <algorithm>
#include <cctype>

#include "../basics/failure.hpp"
#include "csv.hpp"
#include "foreign_format.hpp"
#include "npy.hpp"
#include "reader.hpp"

namespace isobit::tool {
namespace {

/// The last extension of a path in lower case and without its dot; that of a compression is looked through.
std::string extension(std::string path) {
  std::transform(path.begin(), path.end(), path.begin(), [](unsigned char c) { return std::tolower(c); });
  for (std::string_view const packed : {".gz", ".bz2", ".xz"})
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
  std::string const kind = extension(path);
  if (kind == "csv") return input_format::csv;
  if (kind == "tsv" || kind == "tab") return input_format::tsv;
  if (kind == "npy") return input_format::npy;
  if (kind == "f64" || kind == "f32" || kind == "f16" || kind == "bf16" || kind == "bin" || kind == "raw")
    return input_format::raw;
  if (!options.columns.empty() || options.separator || options.header != header_row::automatic)
    return input_format::csv;
  return input_format::text;
}

/// Text and tables that are none. What the user says counts more than what an input looks like, but no text and no
/// table is in UTF-16.
void require_text(input_bytes& bytes, input_format format, bool is_sure) {
  std::string_view const start = bytes.peek(sniffed_size);
  std::string problem = foreign_encoding(start);
  if (problem.empty() && !is_sure) problem = foreign_text(start);
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

}  // namespace

std::unique_ptr<reader> open_reader(std::string const& path, std::vector<std::string> const& columns,
                                    input_options const& options, progress& watcher) {
  auto bytes = std::make_unique<input_bytes>(path, watcher);
  if (auto const foreign = foreign_file(bytes->peek(sniffed_size)); !foreign.empty())
    throw failure(exit_code::bad_data, bytes->name() + ": " + foreign);
  input_format format = format_of(path, *bytes, options);
  bool const is_text = format != input_format::npy && format != input_format::raw;
  if (is_text) require_text(*bytes, format, options.format != input_format::automatic);
  bool const blanks_separate = columns.size() > 1 && format == input_format::text;  // lines of two numbers
  if (blanks_separate) format = input_format::csv;
  bool const is_table = format == input_format::csv || format == input_format::tsv;
  if (!options.columns.empty() && !is_table)
    throw failure(exit_code::usage, bytes->name() + ": --column is for CSV and TSV; this is another format");
  if (columns.size() > 1 && !is_table)
    throw failure(exit_code::usage,
                  bytes->name() + ": a dot product needs two inputs: two files, or one table with two columns");
  if (is_text && options.type && *options.type != element_type::f64 && *options.type != element_type::f32)
    throw failure(exit_code::usage, bytes->name() + ": text can be read as --type f64 or f32 only");
  if (format == input_format::text && options.numbers.thousands == ' ')
    throw failure(exit_code::usage,
                  bytes->name() + ": --thousands space is for tables; blanks separate numbers in text");
  switch (format) {
  case input_format::npy:
    return make_npy_reader(std::move(bytes), options);
  case input_format::raw:
    return make_raw_reader(std::move(bytes), raw_type(path, options), options);
  case input_format::csv:
  case input_format::tsv: {
    char const separator = options.separator             ? *options.separator
                           : blanks_separate             ? blank_separator
                           : format == input_format::tsv ? '\t'
                                                         : guess_separator(*bytes, options.numbers);
    return make_csv_reader(std::move(bytes), separator, columns, options);
  }
  default:
    return make_text_reader(std::move(bytes), options);
  }
}

}  // namespace isobit::tool
