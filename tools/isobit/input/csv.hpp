#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "text.hpp"

namespace isobit::tool {

/// The separator that means: any run of blanks.
inline constexpr char blank_separator = ' ';

/// One field of a row.
struct csv_field {
  std::string_view text;  ///< without the surrounding quotes and blanks; doubled quotes are still doubled
  char const* begin;      ///< where the field starts, quotes included
  bool ends_row;
};

/// Walks over fields as RFC 4180 has them: quoted ones may hold separators and newlines. Rows end with \n or \r\n.
/// A quote that is not the first character of a field is an ordinary character.
class csv_scanner {
public:
  csv_scanner(std::string_view text, char separator) noexcept
      : at_(text.data()), end_(at_ + text.size()), separator_(separator), has_quotes_(text.find('"') != text.npos) {}

  /// Steps over empty rows; false at the end of the text. To be called where a row starts.
  bool start_row() noexcept {
    while (at_ != end_ && (*at_ == '\n' || at_return() || (separator_ == blank_separator && is_blank(*at_)))) ++at_;
    return at_ != end_;
  }

  csv_field next() noexcept {
    if (separator_ == blank_separator) skip_blanks();
    char const* const begin = at_;
    std::string_view text;
    bool const quoted = at_ != end_ && *at_ == '"' && skip_quoted(text);
    char const* const after = at_;
    at_ = separator_ == blank_separator ? find_blank(at_, end_) : find_end(at_, end_, separator_);
    bool const bare = !quoted || at_ != after;
    if (bare) text = std::string_view(begin, static_cast<std::size_t>(at_ - begin));
    if (separator_ == blank_separator) skip_blanks();
    bool const ends_row = at_ == end_ || *at_ == '\n';
    if (bare && ends_row && !text.empty() && text.back() == '\r') text.remove_suffix(1);
    if (at_ != end_ && (separator_ != blank_separator || *at_ == '\n')) ++at_;
    return {trimmed(text), begin, ends_row};
  }

  void skip_row() noexcept {
    if (has_quotes_) {
      while (!next().ends_row) {}
      return;
    }
    void const* const newline = at_ == end_ ? nullptr : std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_));
    at_ = newline == nullptr ? end_ : static_cast<char const*>(newline) + 1;
  }

  [[nodiscard]] char const* position() const noexcept { return at_; }

private:
  static std::string_view trimmed(std::string_view text) noexcept {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
  }
  /// At the \r of a \r\n.
  bool at_return() const noexcept { return at_ != end_ && *at_ == '\r' && (at_ + 1 == end_ || at_[1] == '\n'); }
  // Most of the time goes into these two: nothing in them but the characters.
  static char const* find_blank(char const* at, char const* end) noexcept {
    while (at != end && !is_blank(*at)) ++at;
    return at;
  }
  static char const* find_end(char const* at, char const* end, char separator) noexcept {
    while (at != end && *at != '\n' && *at != separator) ++at;
    return at;
  }
  void skip_blanks() noexcept {
    while (at_ != end_ && *at_ != '\n' && is_blank(*at_)) ++at_;
  }
  /// Steps behind the closing quote (and a \r before the end of the row). False, and back, where there is none.
  bool skip_quoted(std::string_view& inside) noexcept {
    char const* const begin = at_;
    for (char const* p = begin + 1; p != end_; ++p) {
      if (*p != '"') continue;
      if (p + 1 != end_ && p[1] == '"') {
        ++p;
        continue;
      }
      inside = std::string_view(begin + 1, static_cast<std::size_t>(p - begin - 1));
      at_ = p + 1;
      if (at_return()) ++at_;
      return true;
    }
    return false;
  }

  char const* at_;
  char const* end_;
  char separator_;
  bool has_quotes_;
};

/// How a long CSV text may be cut: `size` bytes are whole rows; `open_quote` is where a quote is still open, if any.
struct csv_cut {
  std::size_t size;
  std::size_t open_quote = std::string_view::npos;
};

/// The longest prefix of whole rows; a newline inside quotes ends none.
inline csv_cut cut_csv(std::string_view text, char separator) noexcept {
  if (text.find('"') == text.npos) {
    auto const newline = text.rfind('\n');
    return {newline == text.npos ? 0 : newline + 1};
  }
  csv_cut cut{0};
  bool at_field_start = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (at_field_start && text[i] == '"') {
      std::size_t const open = i;
      for (++i; i < text.size(); ++i) {
        if (text[i] != '"') continue;
        if (i + 1 < text.size() && text[i + 1] == '"')
          ++i;
        else
          break;
      }
      if (i >= text.size()) return {cut.size, open};
      at_field_start = false;
      continue;
    }
    at_field_start = text[i] == '\n' || (separator == blank_separator ? is_blank(text[i]) : text[i] == separator);
    if (text[i] == '\n') cut.size = i + 1;
  }
  return cut;
}

/// A header's name as it was meant: doubled quotes made single.
inline std::string unquoted(std::string_view name) {
  std::string result;
  for (std::size_t i = 0; i < name.size(); ++i) {
    result += name[i];
    if (name[i] == '"' && i + 1 < name.size() && name[i + 1] == '"') ++i;
  }
  return result;
}

/// The fields of the first row of a text, and how many bytes it takes up with its newline and what is before it.
struct csv_first_row {
  std::vector<std::string> fields;
  std::size_t size;
};

inline csv_first_row first_row(std::string_view text, char separator) {
  csv_scanner scanner(text, separator);
  csv_first_row row{{}, 0};
  for (bool done = !scanner.start_row(); !done;) {
    auto const field = scanner.next();
    row.fields.push_back(unquoted(field.text));
    done = field.ends_row;
  }
  row.size = static_cast<std::size_t>(scanner.position() - text.data());
  return row;
}

/// Reads the numbers of some columns (counted from 0, any order). Calls good(values) with a T[] in the order of
/// `columns` for every row, or bad(text, status) for the first field of the row that is not a number. Where the row has
/// too few fields, `text` is the row and `status` is `missing`; where it goes on behind the last of the columns, though
/// they are all there should be, `surplus`. `text` always points into the argument.
template <class T, class Good, class Bad, class Parse = number_parser<T>>
void parse_csv(std::string_view text, char separator, std::vector<std::size_t> const& columns, Good good, Bad bad,
               Parse parse = {}, bool columns_are_all = false) {
  csv_scanner scanner(text, separator);
  std::size_t last_column = 0;
  for (std::size_t const column : columns) last_column = column > last_column ? column : last_column;
  std::vector<T> values(columns.size());
  while (scanner.start_row()) {
    bool is_good = true, ends_row = false;
    char const* row = nullptr;
    std::size_t index = 0;
    for (; index <= last_column && !ends_row; ++index) {
      auto const field = scanner.next();
      if (index == 0) row = field.begin;
      ends_row = field.ends_row;
      for (std::size_t c = 0; c < columns.size() && is_good; ++c) {
        if (columns[c] != index) continue;
        auto const [value, status] = parse(field.text);
        values[c] = value;
        if (status != number_status::good) {
          is_good = false;
          bad(field.text, status);
        }
      }
    }
    bool const in_comment = separator == blank_separator && !ends_row && *scanner.position() == '#';
    bool const is_short = index <= last_column, is_long = columns_are_all && !ends_row && !in_comment;
    if (!ends_row) scanner.skip_row();
    if (is_good && (is_short || is_long)) {
      is_good = false;
      std::size_t const left = static_cast<std::size_t>(text.data() + text.size() - row);
      void const* const newline = std::memchr(row, '\n', left);
      std::size_t const length = newline ? static_cast<std::size_t>(static_cast<char const*>(newline) - row) : left;
      bad(std::string_view(row, length), is_short ? number_status::missing : number_status::surplus);
    }
    if (is_good) good(values.data());
  }
}

}  // namespace isobit::tool
