#include "lines.hpp"

#include <algorithm>
#include <cstring>

#include "../basics/failure.hpp"

namespace isobit::tool {
namespace {

constexpr std::size_t text_piece_size = std::size_t{256} << 10;
constexpr std::size_t largest_piece = std::size_t{64} << 20;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

}  // namespace

line_cutter::line_cutter(std::unique_ptr<input_bytes> bytes) : bytes_(std::move(bytes)), wanted_(text_piece_size) {
  char mark[byte_order_mark.size()];
  if (bytes_->peek(byte_order_mark.size()) == byte_order_mark) bytes_->read(mark, sizeof mark);
}

bool line_cutter::load(chunk& piece) {
  char* const data = piece.bytes.reserve(std::max(wanted_, rest_.size()));
  std::memcpy(data, rest_.data(), rest_.size());
  std::size_t size = rest_.size();
  rest_.clear();
  if (!at_end_ && size < wanted_) {
    std::size_t const got = bytes_->read(data + size, wanted_ - size);
    at_end_ = got < wanted_ - size;
    end_lines_at_returns(data + size, got, !at_end_ && data[size + got - 1] == '\r' && bytes_->peek(1) == "\n");
    size += got;
  }
  piece.bytes.set_size(size);
  return size != 0;
}

void line_cutter::ask_for_more(chunk& piece) {
  if (wanted_ >= largest_piece)
    throw failure(exit_code::bad_data, name() + ":" + std::to_string(line_) + ":" + std::to_string(column_) +
                                           ": no end of the line or row within 64 MiB; is this the right --format?");
  rest_.assign(piece.bytes.data(), piece.bytes.size());
  wanted_ *= 2;
}

void line_cutter::finish(chunk& piece, std::size_t size) {
  char const* const data = piece.bytes.data();
  rest_.assign(data + size, piece.bytes.size() - size);
  piece.bytes.set_size(size);
  piece.line = line_;
  piece.column = column_;
  auto const newlines = std::count(data, data + size, '\n');
  line_ += static_cast<std::uint64_t>(newlines);
  column_ = newlines == 0 ? column_ + size : size - std::string_view(data, size).rfind('\n');
  wanted_ = std::max(text_piece_size, rest_.size() + text_piece_size / 2);
}

void end_lines_at_returns(char* text, std::size_t size, bool newline_follows) {
  char* const end = text + size;
  for (char* at = text; at != end; ++at) {
    at = static_cast<char*>(std::memchr(at, '\r', static_cast<std::size_t>(end - at)));
    if (at == nullptr) return;
    if (at + 1 == end ? !newline_follows : at[1] != '\n') *at = '\n';
  }
}

std::string location(std::string const& name, chunk& piece, char const* at) {
  std::string_view const before(piece.bytes.data(), static_cast<std::size_t>(at - piece.bytes.data()));
  auto const newlines = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
  std::uint64_t const column = newlines == 0 ? piece.column + before.size() : before.size() - before.rfind('\n');
  return name + ":" + std::to_string(piece.line + newlines) + ":" + std::to_string(column);
}

}  // namespace isobit::tool
