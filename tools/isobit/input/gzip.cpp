#include "gzip.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "../basics/failure.hpp"

namespace isobit::tool {
namespace {

constexpr std::size_t buffer_size = std::size_t{256} << 10;
constexpr int gzip_only = 16;  // added to the window bits: zlib's way to ask for the gzip format

}  // namespace

gzip_source::gzip_source(byte_source& zipped, std::vector<char> ahead, std::string name)
    : zipped_(zipped), name_(std::move(name)), buffer_(std::move(ahead)) {
  stream_.next_in = reinterpret_cast<Bytef*>(buffer_.data());
  stream_.avail_in = static_cast<uInt>(buffer_.size());
  if (inflateInit2(&stream_, MAX_WBITS + gzip_only) != Z_OK) throw std::bad_alloc();
}

gzip_source::~gzip_source() { inflateEnd(&stream_); }

void gzip_source::refuse(char const* why) const {
  throw failure(exit_code::bad_data, name_ + ": bad gzip data: " + why);
}

bool gzip_source::refill() {
  if (stream_.avail_in != 0) return true;
  buffer_.resize(buffer_size);
  std::size_t const got = zipped_.read(buffer_.data(), buffer_.size());
  stream_.next_in = reinterpret_cast<Bytef*>(buffer_.data());
  stream_.avail_in = static_cast<uInt>(got);
  return got != 0;
}

/// False at the end of the data; zeros after it are padding, as on tapes.
bool gzip_source::start_next_member() {
  while (refill() && *stream_.next_in == 0) {
    ++stream_.next_in;
    --stream_.avail_in;
  }
  if (stream_.avail_in == 0) return false;
  if (inflateReset(&stream_) != Z_OK) refuse("it cannot be continued");
  return true;
}

std::size_t gzip_source::read(char* to, std::size_t capacity) {
  capacity = std::min(capacity, std::size_t{1} << 30);
  stream_.next_out = reinterpret_cast<Bytef*>(to);
  stream_.avail_out = static_cast<uInt>(capacity);
  while (!finished_ && stream_.avail_out != 0) {
    if (!refill()) refuse("it ends in the middle: truncated?");
    int const result = inflate(&stream_, Z_NO_FLUSH);
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    if (result == Z_STREAM_END)
      finished_ = !start_next_member();
    else if (result != Z_OK)
      refuse(stream_.msg != nullptr ? stream_.msg : "it is corrupt");
  }
  return capacity - stream_.avail_out;
}

}  // namespace isobit::tool
