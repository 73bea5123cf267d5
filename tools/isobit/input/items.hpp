#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "block.hpp"
#include "bytes.hpp"

namespace isobit::tool {

/// Items of one size that follow each other in an input.
struct item_layout {
  std::size_t size = 1;      ///< of an item, in bytes
  std::uint64_t offset = 0;  ///< of the first; what is before it has been read
  std::uint64_t count = 0;   ///< of items; unknown where `open_ended`
  bool open_ended = false;
};

/// Cuts them into pieces. Where the input can be read at any offset, reading is left to `load`, which many threads
/// call.
class item_cutter {
public:
  /// Throws `failure` where the input is known to be too short or too long.
  item_cutter(std::unique_ptr<input_bytes> bytes, item_layout layout);

  bool cut(chunk& piece);
  /// Brings the bytes of a piece to `to`.
  void load(chunk& piece, void* to) const;
  /// The bytes of a piece where they are, if they can be used there, as long as the piece; else null.
  [[nodiscard]] char const* show(chunk& piece) const;
  /// How many items a piece has at most.
  [[nodiscard]] std::size_t most() const noexcept;
  /// The number of a piece's first item, from 0.
  [[nodiscard]] std::uint64_t first_of(chunk const& piece) const noexcept {
    return (piece.offset - layout_.offset) / layout_.size;
  }

  /// Leaves the items from `first` to `last` only. False, and nothing, where they cannot be found without reading.
  bool restrict_to(std::uint64_t first, std::uint64_t last);
  [[nodiscard]] std::uint64_t count() const noexcept { return layout_.count; }
  [[nodiscard]] std::string const& name() const noexcept { return bytes_->name(); }

private:
  [[noreturn]] void refuse_truncated(std::uint64_t have) const;
  void check_size() const;
  void read_next(chunk& piece);
  void check_end();

  std::unique_ptr<input_bytes> bytes_;
  item_layout layout_;
  std::uint64_t taken_ = 0;
};

}  // namespace isobit::tool
