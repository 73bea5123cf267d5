#pragma once

#include <streambuf>
#include <vector>

#include <zlib.h>

namespace isobit::tool {

/// Compresses what is written to it, into another buffer. The same bytes give the same file: it holds no time.
class gzip_buffer final : public std::streambuf {
public:
  explicit gzip_buffer(std::streambuf& to);
  ~gzip_buffer() override;
  gzip_buffer(gzip_buffer const&) = delete;
  gzip_buffer& operator=(gzip_buffer const&) = delete;

  /// Writes the end; false where that, or anything before, did not succeed.
  bool finish();

protected:
  int_type overflow(int_type byte) override;
  std::streamsize xsputn(char const* bytes, std::streamsize count) override;

private:
  bool compress(char const* bytes, std::size_t count, int how);

  std::streambuf& to_;
  z_stream stream_{};
  std::vector<char> packed_;
  bool good_ = true;
};

}  // namespace isobit::tool
