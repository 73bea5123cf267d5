#pragma once

#include <zlib.h>

#include <string>
#include <string_view>
#include <vector>

#include "bytes.hpp"

namespace isobit::tool {

/// How gzip'd data start.
inline constexpr std::string_view gzip_magic = "\x1f\x8b";

/// The unzipped bytes of another source; members may follow one another, as `cat a.gz b.gz` makes them.
class gzip_source final : public byte_source {
public:
  /// `ahead` holds bytes already taken from `zipped`, which must outlive this; `name` is for messages.
  gzip_source(byte_source& zipped, std::vector<char> ahead, std::string name);
  ~gzip_source() override;
  gzip_source(gzip_source const&) = delete;
  gzip_source& operator=(gzip_source const&) = delete;

  std::size_t read(char* to, std::size_t capacity) override;

private:
  bool refill();
  bool start_next_member();
  [[noreturn]] void refuse(char const* why) const;

  byte_source& zipped_;
  std::string name_;
  std::vector<char> buffer_;
  z_stream stream_{};
  bool finished_ = false;
};

}  // namespace isobit::tool
