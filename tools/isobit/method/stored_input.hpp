#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "../input/source.hpp"

namespace isobit::tool {

/// All numbers of an input, in memory and in its order.
class stored_input {
public:
  /// Reads everything there is, on so many threads.
  stored_input(block_source& source, std::size_t threads);

  [[nodiscard]] std::uint64_t rows() const noexcept { return rows_; }
  [[nodiscard]] left_out skipped() const noexcept { return skipped_; }
  /// Whether the first numbers are floats; nothing where there are none.
  [[nodiscard]] std::optional<bool> starts_single() const {
    return pieces_.empty() ? std::nullopt : std::optional(pieces_.front().is_single);
  }
  /// The ordinal of the first block; nothing where there are no numbers.
  [[nodiscard]] std::optional<std::uint64_t> first_ordinal() const {
    return pieces_.empty() ? std::nullopt : std::optional(pieces_.front().ordinal);
  }
  /// A column, which is gone from here afterwards. Throws `failure` for T = float where there are doubles.
  template <class T> [[nodiscard]] std::vector<T> take(std::size_t column);

private:
  std::vector<block> pieces_;
  std::uint64_t rows_ = 0;
  left_out skipped_;
};

}  // namespace isobit::tool
