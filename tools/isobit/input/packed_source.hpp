#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bytes.hpp"
#include "decoder.hpp"

namespace isobit::tool {

/// The unpacked bytes of another source; members may follow one another, as `cat a.gz b.gz` makes them.
class packed_source final : public byte_source {
public:
  /// `ahead` holds bytes already taken from `packed`, which must outlive this; `name` is for messages. There must be a
  /// decoder for this kind.
  packed_source(byte_source& packed, std::vector<char> ahead, std::string name, compression kind);

  std::size_t read(char* to, std::size_t capacity) override;

private:
  bool refill();
  bool start_next_member();

  byte_source& packed_;
  std::string name_;
  std::vector<char> buffer_;
  std::span<char const> left_;  // of the buffer, not unpacked yet
  compression kind_;
  std::unique_ptr<decoder> decoder_;
  bool finished_ = false;
};

}  // namespace isobit::tool
