#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace isobit::tool {

/// The keys of rows, each of one or more parts, as bytes that are equal for equal keys only: every part is its length
/// and its text. A part may be missing, which is not the same as empty.
class group_keys {
public:
  using part = std::optional<std::string_view>;

  void clear() {
    bytes_.clear();
    ends_.clear();
  }
  /// Another part of the row that is not ended yet.
  void add_part(part text) {
    std::uint32_t const length = text ? static_cast<std::uint32_t>(text->size()) : missing;
    char raw[sizeof length];
    std::memcpy(raw, &length, sizeof length);
    bytes_.append(raw, sizeof raw);
    if (text) bytes_ += *text;
  }
  void end_row() { ends_.push_back(bytes_.size()); }

  [[nodiscard]] std::string_view operator[](std::size_t row) const noexcept {
    std::size_t const begin = row == 0 ? 0 : ends_[row - 1];
    return std::string_view(bytes_).substr(begin, ends_[row] - begin);
  }

  /// The parts of a key, which must live as long as they are used.
  [[nodiscard]] static std::vector<part> parts_of(std::string_view key) {
    std::vector<part> parts;
    while (!key.empty()) {
      std::uint32_t length = 0;
      std::memcpy(&length, key.data(), sizeof length);
      key.remove_prefix(sizeof length);
      if (length == missing) {
        parts.emplace_back();
      } else {
        parts.emplace_back(key.substr(0, length));
        key.remove_prefix(length);
      }
    }
    return parts;
  }

private:
  static constexpr std::uint32_t missing = 0xffffffff;
  std::string bytes_;
  std::vector<std::size_t> ends_;
};

}  // namespace isobit::tool
