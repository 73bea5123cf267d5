#include "items.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "../basics/failure.hpp"

namespace isobit::tool {
namespace {

/// Small enough to stay in the second-level cache between the copy and the sum.
constexpr std::size_t piece_size = std::size_t{64} << 10;

}  // namespace

item_cutter::item_cutter(std::unique_ptr<input_bytes> bytes, item_layout layout)
    : bytes_(std::move(bytes)), layout_(layout) {
  if (!layout_.open_ended) check_size();
}

void item_cutter::check_size() const {
  auto const* const source = bytes_->positioned();
  if (source == nullptr) return;
  if (layout_.count > (std::numeric_limits<std::uint64_t>::max() - layout_.offset) / layout_.size)
    throw failure(exit_code::bad_data, name() + ": truncated: its header promises more bytes than any file has");
  std::uint64_t const wanted = layout_.offset + layout_.count * layout_.size;
  if (source->size() < wanted)
    throw failure(exit_code::bad_data, name() + ": truncated: its header promises " + std::to_string(wanted) +
                                           " bytes, there are " + std::to_string(source->size()));
  if (source->size() > wanted)
    throw failure(exit_code::bad_data, name() + ": it goes on after the numbers its header promises: " +
                                           std::to_string(source->size() - wanted) + " bytes more");
}

std::size_t item_cutter::most() const noexcept { return std::max<std::size_t>(piece_size / layout_.size, 1); }

bool item_cutter::cut(chunk& piece) {
  piece.count =
      layout_.open_ended || layout_.count - taken_ > most() ? most() : static_cast<std::size_t>(layout_.count - taken_);
  piece.offset = layout_.offset + taken_ * layout_.size;
  if (bytes_->positioned() == nullptr && piece.count != 0) read_next(piece);
  taken_ += piece.count;
  if (piece.count == 0 && !layout_.open_ended) check_end();
  return piece.count != 0;
}

void item_cutter::read_next(chunk& piece) {
  std::size_t const wanted = piece.count * layout_.size;
  std::size_t const got = bytes_->read(piece.bytes.reserve(wanted), wanted);
  if (got % layout_.size != 0 || (!layout_.open_ended && got != wanted)) refuse_truncated(taken_ * layout_.size + got);
  piece.bytes.set_size(got);
  piece.count = got / layout_.size;
}

void item_cutter::check_end() {
  bool const more = bytes_->positioned() == nullptr && !bytes_->peek(1).empty();
  if (more) throw failure(exit_code::bad_data, name() + ": it goes on after the numbers its header promises");
}

void item_cutter::load(chunk& piece, void* to) const {
  std::size_t const wanted = piece.count * layout_.size;
  if (auto const* const source = bytes_->positioned()) {
    std::size_t const got = source->read_at(piece.offset, static_cast<char*>(to), wanted);
    if (got != wanted) refuse_truncated(piece.offset - layout_.offset + got);
  } else {
    std::memcpy(to, piece.bytes.data(), wanted);
  }
}

char const* item_cutter::show(chunk& piece) const {
  auto const* const source = bytes_->positioned();
  if (source == nullptr || piece.offset % layout_.size != 0) return nullptr;
  auto const bytes = source->show_at(piece.offset, piece.count * layout_.size);
  piece.elsewhere = std::const_pointer_cast<char>(bytes);
  return bytes.get();
}

bool item_cutter::restrict_to(std::uint64_t first, std::uint64_t last) {
  if (bytes_->positioned() == nullptr) return false;
  taken_ = first;
  layout_.count = last;
  return true;
}

void item_cutter::refuse_truncated(std::uint64_t have) const {
  throw failure(exit_code::bad_data, name() + ": truncated: it ends after " + std::to_string(have) +
                                         " bytes of numbers, inside a number or before the last one");
}

}  // namespace isobit::tool
