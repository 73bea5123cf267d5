#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "../basics/failure.hpp"
#include "csv.hpp"
#include "lines.hpp"

namespace isobit::tool {

/// Cuts a table into pieces of whole rows.
class csv_cutter {
public:
  csv_cutter(std::unique_ptr<input_bytes> bytes, char separator) : lines_(std::move(bytes)), separator_(separator) {}

  /// Leaves out so many bytes at the start: the names.
  void skip(std::size_t size) { skipped_ = size; }

  bool cut(chunk& piece) {
    if (skipped_ != 0) {
      lines_.cut(piece, [&](std::string_view, bool) { return skipped_; });
      skipped_ = 0;
    }
    std::size_t unclosed = std::string_view::npos;
    bool const any = lines_.cut(piece, [&](std::string_view text, bool at_end) {
      auto const [size, open_quote] = cut_csv(text, separator_);
      if (!at_end) return size;
      unclosed = open_quote;
      return text.size();
    });
    if (unclosed != std::string_view::npos)
      throw failure(exit_code::bad_data, location(name(), piece, piece.bytes.data() + unclosed) +
                                             ": a quote is opened here and never closed");
    return any;
  }

  [[nodiscard]] std::string const& name() const noexcept { return lines_.name(); }
  [[nodiscard]] input_bytes& bytes() noexcept { return lines_.bytes(); }
  [[nodiscard]] char separator() const noexcept { return separator_; }

private:
  line_cutter lines_;
  char separator_;
  std::size_t skipped_ = 0;
};

}  // namespace isobit::tool
