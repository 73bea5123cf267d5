#include "foreign_format.hpp"

#include "compression.hpp"
#include "text.hpp"

namespace isobit::tool {
namespace {

using namespace std::string_view_literals;

struct signature {
  std::size_t offset;
  std::string_view bytes;
  char const* name;
  char const* advice;
};

constexpr char excel_advice[] = "save the sheet as CSV";

constexpr signature signatures[] = {
    {0, "FEA1\0\0\0\0"sv, "an old Feather file",
     "save what you need as CSV: pandas.read_feather('FILE').to_csv('table.csv')"},
    {0, "MATLAB 5.0 MAT-file"sv, "a MATLAB file",
     "save what you need as .npy: numpy.save('x.npy', loadmat('FILE')['x'])"},
    {0, "SQLite format 3\0"sv, "an SQLite database", "ask it: sqlite3 FILE 'select x from t' | isobit sum"},
    {0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv, "an Excel file", excel_advice},
    {0, "7z\xbc\xaf\x27\x1c"sv, "a 7z archive", "unpack it: 7z x -so FILE | isobit sum"},
    {257, "ustar\0"sv, "a tar archive", "unpack it: tar -xOf FILE | isobit sum"},
    {257, "ustar "sv, "a tar archive", "unpack it: tar -xOf FILE | isobit sum"},
    {0, "PK\x05\x06\0\0\0\0"sv, "an empty zip archive", "there is nothing in it"},
};

std::string sentence(std::string_view name, std::string_view advice) {
  return "is " + std::string(name) + ", which isobit does not read; " + std::string(advice);
}

/// What isobit was built without the library for, or has none for.
std::string compressed_file(compression kind) {
  std::string const name(name_of(kind)), tool = kind == compression::bzip2 ? "bzcat" : name + "cat";
  return sentence("compressed with " + name, "unpack it: " + tool + " FILE | isobit sum");
}

std::string_view first_member(std::string_view start) {
  constexpr std::size_t name_at = 30, length_at = 26;
  auto const byte = [&](std::size_t i) { return static_cast<unsigned char>(start[i]); };
  return start.size() <= name_at ? "" : start.substr(name_at, byte(length_at) + 256u * byte(length_at + 1));
}

/// By the name of its first member.
std::string zip_file(std::string_view start) {
  std::string_view const member = first_member(start);
  if (member.starts_with("[Content_Types]") || member.starts_with("_rels/") || member.starts_with("docProps/") ||
      member.starts_with("xl/"))
    return sentence("an Excel file", excel_advice);
  if (member.starts_with("mimetype")) return sentence("an OpenDocument file", excel_advice);
  return sentence("a zip archive", "unpack it: unzip -p FILE | isobit sum");
}

/// Python's pickles begin with their version: 2 or 3 and the first thing in them, or 4 or 5 and the length of a frame.
bool is_pickle(std::string_view start) {
  if (start.size() < 11 || start[0] != '\x80') return false;
  char const version = start[1], opcode = start[2], next = start[3];
  if (version == 4 || version == 5) return opcode == '\x95' && start.substr(7, 4) == "\0\0\0\0"sv;
  bool const is_word = (next >= 'a' && next <= 'z') || next == '_';
  return (version == 2 || version == 3) &&
         ((opcode == 'c' && is_word) || ((opcode == ']' || opcode == '}') && next == 'q' && start[4] == '\0'));
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  return text;
}

/// Of a list of numbers, that a comma follows the first: [2024-01-31] may begin the line of a log.
bool is_json(std::string_view text) {
  if (text.empty() || (text[0] != '{' && text[0] != '[')) return false;
  bool const is_list = text[0] == '[';
  text = without_blanks(text.substr(1));
  if (text.empty()) return false;
  if (!is_list) return text[0] == '"' || text[0] == '}';
  if (text[0] == '{' || text[0] == '[' || text[0] == '"') return true;
  std::size_t const length = text.find_first_not_of("+-.0123456789eE");
  if (length == 0 || length == text.npos) return false;
  text = without_blanks(text.substr(length));
  return !text.empty() && text[0] == ',';
}

}  // namespace

bool is_npz(std::string_view start) { return start.starts_with("PK\x03\x04") && first_member(start).ends_with(".npy"); }

std::string foreign_file(std::string_view start) {
  if (is_npz(start)) return {};
  for (auto const& each : signatures)
    if (start.size() > each.offset && start.substr(each.offset).starts_with(each.bytes))
      return sentence(each.name, each.advice);
  // Two bytes are too few: of numbers that were compressed these may be the first.
  if (auto const kind = compression_of(start); kind != compression::none && kind != compression::gzip)
    return compressed_file(kind);
  if (start.starts_with("PK\x03\x04") && !first_member(start).empty()) return zip_file(start);
  if (is_pickle(start)) return sentence("a Python pickle", "save what you need as .npy: numpy.save('x.npy', x)");
  return {};
}

std::string foreign_encoding(std::string_view start) {
  if (!start.starts_with("\xff\xfe") && !start.starts_with("\xfe\xff")) return {};
  return sentence("text in UTF-16", "convert it: iconv -f UTF-16 -t UTF-8 FILE | isobit sum");
}

std::string foreign_text(std::string_view start) {
  if (start.starts_with("\xef\xbb\xbf")) start.remove_prefix(3);
  if (!is_json(without_blanks(start))) return {};
  return sentence("JSON", "pick the numbers: jq '.[].price' FILE | isobit sum; or, where every line is an object, say "
                          "--format jsonl --column KEY");
}

}  // namespace isobit::tool
