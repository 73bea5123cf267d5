#include "npy.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string>

#include "../basics/failure.hpp"
#include "../basics/printable.hpp"

namespace isobit::tool {
namespace {

constexpr std::size_t largest_npy_header = std::size_t{1} << 20;
constexpr std::size_t largest_record = std::size_t{1} << 20;

[[noreturn]] void refuse(std::string const& why) {
  throw failure(exit_code::bad_data, "not a usable .npy file: " + why);
}

/// Reads the Python literal that an .npy header is: a dictionary of strings, booleans and tuples of integers.
class literal_reader {
public:
  explicit literal_reader(std::string_view text) : text_(text) {}

  /// Steps over one character and the blanks before it; false where another one stands there.
  bool accept(char c) {
    while (!text_.empty() && (text_.front() == ' ' || text_.front() == '\n' || text_.front() == '\t'))
      text_.remove_prefix(1);
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!accept(c)) refuse(std::string("its header lacks a '") + c + "'");
  }
  std::string_view string() {
    char const quote = accept('\'') ? '\'' : '"';
    if (quote == '"') expect('"');
    auto const end = text_.find(quote);
    if (end == text_.npos) refuse("a string in its header does not end");
    auto const result = text_.substr(0, end);
    text_.remove_prefix(end + 1);
    return result;
  }
  bool boolean() {
    if (word("True")) return true;
    if (word("False")) return false;
    refuse("'fortran_order' in its header is neither True nor False");
  }
  std::vector<std::uint64_t> integers() {
    std::vector<std::uint64_t> result;
    expect('(');
    while (!accept(')')) {
      std::uint64_t value = 0;
      accept(' ');
      auto const [end, problem] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
      if (problem != std::errc{}) refuse("'shape' in its header is not a tuple of sizes");
      text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
      accept('L');  // written by Python 2
      result.push_back(value);
      if (result.size() > 64) refuse("it has more than 64 dimensions");
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return result;
  }
  bool at_end() {
    accept('\n');
    return text_.empty();
  }

private:
  bool word(std::string_view expected) {
    accept(' ');
    if (!text_.starts_with(expected)) return false;
    text_.remove_prefix(expected.size());
    return true;
  }

  std::string_view text_;
};

npy_type type_named(std::string_view descr) {
  npy_type type{.name = std::string(descr), .element = {}};
  char const order = descr.empty() ? '?' : descr.front();
  std::string_view const kind = descr.empty() ? descr : descr.substr(1);
  struct {
    std::string_view kind;
    element_type type;
  } constexpr known[] = {{"f8", element_type::f64}, {"c16", element_type::f64}, {"f4", element_type::f32},
                         {"c8", element_type::f32}, {"f2", element_type::f16},  {"i1", element_type::i8},
                         {"i2", element_type::i16}, {"i4", element_type::i32},  {"i8", element_type::i64},
                         {"u1", element_type::u8},  {"u2", element_type::u16},  {"u4", element_type::u32},
                         {"u8", element_type::u64}, {"b1", element_type::u8}};
  auto const found =
      std::find_if(std::begin(known), std::end(known), [&](auto const& each) { return each.kind == kind; });
  if (found != std::end(known)) type.element = found->type;
  type.big_endian = order == '>';
  if (kind.empty()) return type;
  type.kind = kind.front();
  auto const problem = std::from_chars(kind.data() + 1, kind.data() + kind.size(), type.size).ec;
  if (problem == std::errc::result_out_of_range || type.size > largest_record)
    refuse("its type " + shown(descr) + " is larger than 1 MiB");
  if (type.kind == 'U') type.size *= 4;
  bool const has_no_order = type.element && size_of(*type.element) == 1 && order == '|';
  if (type.element && order != '<' && order != '>' && !has_no_order)
    refuse("the byte order of its type " + shown(descr) + " is neither '<' nor '>'");
  return type;
}

void read_type(std::string_view descr, npy_header& header) {
  npy_type const type = type_named(descr);
  if (!type.element)
    refuse("its type is " + shown(descr) +
           "; f2, f4, f8, c8, c16, integers and bool can be read, so convert it with .astype('f8')");
  header.type = *type.element;
  header.big_endian = type.big_endian;
  header.is_complex = type.kind == 'c';
}

constexpr int deepest_nesting = 16;

/// The fields of a record from its first '(' to the ']' behind the last: ('name', '<f8'), ('name', '<f8', (3,)), or
/// ('name', [more of them]), where the name may be (title, name).
void read_fields(literal_reader& reader, std::string const& prefix, int depth, npy_header& header) {
  if (depth > deepest_nesting) refuse("its records are nested too deeply");
  while (!reader.accept(']')) {
    reader.expect('(');
    npy_field field;
    bool const has_title = reader.accept('(');
    if (has_title) {
      reader.string();
      reader.expect(',');
    }
    field.name = prefix + std::string(reader.string());
    if (has_title) reader.expect(')');
    reader.expect(',');
    field.offset = header.record_size;
    std::size_t const first = header.fields.size();
    if (reader.accept('[')) {
      read_fields(reader, field.name + ".", depth + 1, header);
    } else {
      field.type = type_named(reader.string());
      if (field.type.kind == 'O') refuse("its records hold Python's objects, which only Python can read");
      if (field.type.size == 0 && field.type.kind != 'S' && field.type.kind != 'U' && field.type.kind != 'V')
        refuse("the size of its type " + shown(field.type.name) + " is not known");
      header.record_size += field.type.size;
      bool const is_padding = field.name == prefix && field.type.kind == 'V';
      if (!is_padding) header.fields.push_back(field);
    }
    bool const goes_on = reader.accept(',');
    if (goes_on && !reader.accept(')')) {
      std::size_t times = 1;
      for (std::uint64_t const extent : reader.integers()) {
        if (extent > largest_record / std::max<std::size_t>(times, 1)) refuse("its records are larger than 1 MiB");
        times *= static_cast<std::size_t>(extent);
      }
      header.record_size = field.offset + times * (header.record_size - field.offset);
      for (std::size_t i = first; i < header.fields.size(); ++i) header.fields[i].is_array = true;
      reader.accept(',');
      reader.expect(')');
    } else if (!goes_on) {
      reader.expect(')');
    }
    if (header.record_size > largest_record) refuse("its records are larger than 1 MiB");
    if (!reader.accept(',')) {
      reader.expect(']');
      break;
    }
  }
}

}  // namespace

std::size_t npy_data_offset(std::string_view prefix) {
  if (!prefix.starts_with(npy_magic)) refuse("it does not start with \\x93NUMPY");
  auto const byte = [&](std::size_t i) -> std::size_t {
    if (i >= prefix.size()) refuse("it ends inside its header: truncated?");
    return static_cast<unsigned char>(prefix[i]);
  };
  std::size_t const version = byte(6);
  if (version < 1 || version > 3) refuse("its version is " + std::to_string(version) + "; 1, 2 and 3 are known");
  std::size_t length = byte(8) | byte(9) << 8;
  if (version != 1) length |= byte(10) << 16 | byte(11) << 24;
  if (length > largest_npy_header) refuse("its header claims " + std::to_string(length) + " bytes: corrupt?");
  return (version == 1 ? 10 : 12) + length;
}

npy_header parse_npy_header(std::string_view bytes) {
  std::size_t const offset = npy_data_offset(bytes.substr(0, npy_prefix_size));
  if (bytes.size() < offset) refuse("it ends inside its header: truncated?");
  literal_reader reader(bytes.substr(bytes[6] == 1 ? 10 : 12, offset - (bytes[6] == 1 ? 10 : 12)));
  npy_header header{};
  bool has_type = false, has_order = false, has_shape = false;
  reader.expect('{');
  while (!reader.accept('}')) {
    auto const key = reader.string();
    reader.expect(':');
    if (key == "descr") {
      if (reader.accept('[')) {
        read_fields(reader, "", 0, header);
        if (header.fields.empty() || header.record_size == 0) refuse("its records have no fields");
      } else {
        read_type(reader.string(), header);
      }
      has_type = true;
    } else if (key == "fortran_order") {
      header.fortran_order = reader.boolean();
      has_order = true;
    } else if (key == "shape") {
      header.shape = reader.integers();
      has_shape = true;
    } else {
      refuse("its header has an unknown key " + shown(key));
    }
    if (!reader.accept(',')) {
      reader.expect('}');
      break;
    }
  }
  if (!reader.at_end()) refuse("something follows the dictionary in its header");
  if (!has_type || !has_order || !has_shape) refuse("its header lacks 'descr', 'fortran_order' or 'shape'");
  header.count = header.is_complex ? 2 : 1;
  for (std::uint64_t const extent : header.shape)
    if (extent == 0) header.count = 0;
  for (std::uint64_t const extent : header.shape) {
    if (header.count == 0) break;
    if (header.count > (std::uint64_t{1} << 59) / extent) refuse("its shape is larger than any file");
    header.count *= extent;
  }
  return header;
}

}  // namespace isobit::tool
