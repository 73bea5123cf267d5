#include <algorithm>
#include <cctype>
#include <optional>

#include "../basics/failure.hpp"
#include "../basics/printable.hpp"
#include "csv.hpp"
#include "foreign_format.hpp"
#include "input_name.hpp"
#include "library_format.hpp"
#include "module.hpp"
#include "netcdf.hpp"
#include "npy.hpp"
#include "npz.hpp"
#include "reader.hpp"
#include "table.hpp"

namespace isobit::tool {
namespace {

/// A path in lower case, and without the extension of a compression.
struct plain_path {
  std::string text;
  compression packed = compression::none;
};

plain_path plain_path_of(std::string path) {
  std::transform(path.begin(), path.end(), path.begin(), [](unsigned char c) { return std::tolower(c); });
  for (auto const kind : {compression::gzip, compression::bzip2, compression::xz, compression::zstd})
    if (std::string_view const extension = extension_of(kind); path.ends_with(extension))
      return {path.substr(0, path.size() - extension.size()), kind};
  return {path};
}

/// The last extension, without its dot.
std::string extension_of(plain_path const& path) {
  auto const dot = path.text.find_last_of("./");
  return dot == path.text.npos || path.text[dot] == '/' ? "" : path.text.substr(dot + 1);
}

std::optional<input_format> format_by_name(std::string const& path) {
  std::string const kind = extension_of(plain_path_of(path));
  struct {
    std::string_view extension;
    input_format format;
  } constexpr known[] = {
      {"csv", input_format::csv},       {"tsv", input_format::tsv},         {"tab", input_format::tsv},
      {"jsonl", input_format::jsonl},   {"ndjson", input_format::jsonl},    {"npy", input_format::npy},
      {"npz", input_format::npz},       {"parquet", input_format::parquet}, {"arrow", input_format::arrow},
      {"feather", input_format::arrow}, {"h5", input_format::hdf5},         {"hdf5", input_format::hdf5},
      {"nc", input_format::hdf5},       {"nc4", input_format::hdf5},        {"f64", input_format::raw},
      {"f32", input_format::raw},       {"f16", input_format::raw},         {"bf16", input_format::raw},
      {"bin", input_format::raw},       {"raw", input_format::raw},
  };
  for (auto const& [extension, format] : known)
    if (kind == extension) return format;
  return {};
}

/// Of the formats that no file has by chance, so that --format cannot say otherwise, and whose files are read at any
/// offset.
std::optional<input_format> certain_format_of(std::string_view start) {
  return is_classic_netcdf(start) ? input_format::netcdf : library_format_of(start);
}
bool is_certain(input_format format) {
  return format == input_format::parquet || format == input_format::arrow || format == input_format::hdf5 ||
         format == input_format::netcdf;
}

std::optional<input_format> format_by_contents(std::string_view start) {
  if (start.starts_with(npy_magic)) return input_format::npy;
  if (is_npz(start)) return input_format::npz;
  return certain_format_of(start);
}

/// Whether a name may mean a format: .nc is the extension of both kinds of netCDF.
bool is_meant(input_format format, std::string const& path) {
  auto const by_name = format_by_name(path);
  return by_name == format || (format == input_format::netcdf && by_name == input_format::hdf5);
}

/// What the contents say counts more than the name; but where the name does not say the same, the user is told.
input_format format_of(std::string const& path, input_bytes& bytes, input_options const& options, progress& watcher) {
  auto const by_contents = format_by_contents(bytes.peek(sniffed_size));
  auto const by_name = format_by_name(path);
  bool const is_said = options.format != input_format::automatic;
  if (bytes.packed() != compression::none && plain_path_of(path).packed != bytes.packed())
    watcher.remark(bytes.name() + ": is compressed with " + std::string(name_of(bytes.packed())) + ", by its contents");
  if (!is_said && by_contents && !is_meant(*by_contents, path))
    watcher.remark(bytes.name() + ": is " + name_of_file(*by_contents) + ", by its contents");
  if (is_said) return options.format;
  if (by_contents) return *by_contents;
  if (by_name) return *by_name;
  bool const is_table = !options.columns.empty() || options.all_columns || !options.keys.empty() || options.separator ||
                        options.header != header_row::automatic;
  return is_table ? input_format::csv : input_format::text;
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
  std::string const kind = extension_of(plain_path_of(path));
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
bool is_table(input_format format) { return format == input_format::csv || format == input_format::tsv; }

/// An input whose format is known.
struct opened_input {
  std::unique_ptr<input_bytes> bytes;
  input_format format;
  input_name name;
};

/// Throws `failure` where isobit cannot read a file whose contents tell what it is.
void require_readable(input_bytes& bytes, input_format format, input_format said) {
  if (format != input_format::netcdf && !is_built_in(format))
    throw failure(exit_code::bad_data, bytes.name() + ": " + without_library(format));
  std::string const what = bytes.name() + ": is " + name_of_file(format);
  if (said != input_format::automatic && said != format)
    throw failure(exit_code::usage, what + ", whatever --format says");
  if (bytes.positioned() == nullptr)
    throw failure(exit_code::usage, what + ", which isobit reads from a file that is not compressed, not from a pipe");
}

opened_input open_input(std::string const& argument, input_options const& options, progress& watcher) {
  auto const name = split_input_name(argument);
  auto bytes = std::make_unique<input_bytes>(name.path, watcher);
  if (auto const foreign = foreign_file(bytes->peek(sniffed_size)); !foreign.empty())
    throw failure(exit_code::bad_data, bytes->name() + ": " + foreign);
  auto const certain = certain_format_of(bytes->peek(sniffed_size));
  if (certain) require_readable(*bytes, *certain, options.format);
  input_format format = format_of(name.path, *bytes, options, watcher);
  if (certain) return {std::move(bytes), format, name};
  if (is_text(format)) require_text(*bytes, format, options.format != input_format::automatic);
  if (is_text(format) && options.type && *options.type != element_type::f64 && *options.type != element_type::f32)
    throw failure(exit_code::usage, bytes->name() + ": text can be read as --type f64 or f32 only");
  if (is_certain(format)) throw failure(exit_code::bad_data, bytes->name() + ": is not " + name_of_file(format));
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
  bool const is_flat = input.format == input_format::text || input.format == input_format::raw ||
                       input.format == input_format::hdf5 || input.format == input_format::netcdf;
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
  case input_format::netcdf:
    return make_netcdf_reader(std::move(input.bytes), input.name.part, options);
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
