#pragma once

#include <algorithm>
#include <ios>
#include <istream>
#include <streambuf>
#include <string>
#include <string_view>

#include <isobit/error.hpp>
#include <isobit/sparse/csr.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace sparse::matrix_market {

/// Text of a file as a message shows it: short, printable, in quotes.
inline std::string shown(std::string_view text) {
  constexpr std::size_t most = 40;
  std::string result = "'";
  for (char const c : text.substr(0, most)) result += c >= ' ' && c < '\x7f' ? c : '?';
  return result + (text.size() > most ? "...'" : "'");
}

/// Takes the first word from a line; empty where there is none.
inline std::string_view take_word(std::string_view& line) {
  constexpr std::string_view blanks = " \t\r\v\f";
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  std::string_view const word = line.substr(0, line.find_first_of(blanks));
  line.remove_prefix(word.size());
  return word;
}

/// The lines of a stream, of which no more is read than they take.
class lines {
public:
  /// So many were read before.
  explicit lines(std::istream& in, index before = 0) : bytes_(in.rdbuf()), number_(before) {
    if (!in || bytes_ == nullptr) refuse("the stream cannot be read; was the file opened?");
  }

  /// Goes to the next line; false where there is none.
  bool next() {
    text_.clear();
    ++number_;
    for (;;) {
      auto const byte = next_byte();
      if (traits::eq_int_type(byte, traits::eof())) return !text_.empty();
      if (byte == '\n') return true;
      if (text_.size() == longest_line) refuse("more than 1 MiB without an end of the line");
      text_ += traits::to_char_type(byte);
    }
  }
  /// Goes to the next line that is neither blank nor a comment.
  bool next_that_tells() {
    while (next()) {
      std::string_view rest = text_;
      if (!text_.starts_with('%') && !take_word(rest).empty()) return true;
    }
    return false;
  }

  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  /// Counted from 1.
  [[nodiscard]] index number() const noexcept { return number_; }

  /// Throws `error` with the number of the line.
  [[noreturn]] void refuse(std::string const& message) const {
    throw error(status::malformed_bytes,
                "isobit::sparse::matrix_market: line " + std::to_string(number_) + ": " + message);
  }

private:
  using traits = std::streambuf::traits_type;
  static constexpr std::size_t longest_line = std::size_t{1} << 20;

  traits::int_type next_byte() {
    try {
      return bytes_->sbumpc();
    } catch (std::ios_base::failure const& problem) {
      refuse(std::string("the stream cannot be read: ") + problem.what());
    }
  }

  std::streambuf* bytes_;
  std::string text_;
  index number_;
};

}  // namespace sparse::matrix_market
ISOBIT_NAMESPACE_END
