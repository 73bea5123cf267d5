#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "block.hpp"
#include "bytes.hpp"

namespace isobit::tool {

/// Cuts text into pieces that end where a format allows it, and knows the line and column of each. Lines end with \n or
/// \r\n; a \r by itself becomes a \n.
class line_cutter {
public:
  explicit line_cutter(std::unique_ptr<input_bytes> bytes);

  /// The next piece, `find_end(text, at_end)` bytes long; that may ask for more text by returning 0, and must take
  /// everything when `at_end`. False at the end of the input.
  template <class FindEnd> bool cut(chunk& piece, FindEnd find_end) {
    while (load(piece)) {
      std::string_view const text(piece.bytes.data(), piece.bytes.size());
      std::size_t const size = find_end(text, at_end_);
      if (size == 0) {
        ask_for_more(piece);
        continue;
      }
      finish(piece, size);
      return true;
    }
    return false;
  }

  [[nodiscard]] std::string const& name() const noexcept { return bytes_->name(); }
  [[nodiscard]] input_bytes& bytes() noexcept { return *bytes_; }

private:
  bool load(chunk& piece);
  void ask_for_more(chunk& piece);
  void finish(chunk& piece, std::size_t size);

  std::unique_ptr<input_bytes> bytes_;
  std::string rest_;  // read, but behind the last cut
  std::size_t wanted_;
  std::uint64_t line_ = 1;
  std::uint64_t column_ = 1;
  bool at_end_ = false;
};

/// Makes a \n of every \r that ends a line by itself, as on old Macintoshes: one without a \n behind it. Whether there
/// is one behind the last byte, the caller knows.
void end_lines_at_returns(char* text, std::size_t size, bool newline_follows);

/// Where in a file a byte of a piece is, as name:line:column.
std::string location(std::string const& name, chunk& piece, char const* at);

}  // namespace isobit::tool
