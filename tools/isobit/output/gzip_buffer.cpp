#include "gzip_buffer.hpp"

#include <algorithm>
#include <new>

namespace isobit::tool {
namespace {

constexpr int gzip_format = 16;  // added to the window bits: zlib's way to ask for it
constexpr std::size_t largest_step = std::size_t{1} << 30;

}  // namespace

gzip_buffer::gzip_buffer(std::streambuf& to) : to_(to), packed_(std::size_t{1} << 16) {
  if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + gzip_format, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
}

gzip_buffer::~gzip_buffer() { deflateEnd(&stream_); }

bool gzip_buffer::compress(char const* bytes, std::size_t count, int how) {
  stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes));
  stream_.avail_in = static_cast<uInt>(count);
  do {
    stream_.next_out = reinterpret_cast<Bytef*>(packed_.data());
    stream_.avail_out = static_cast<uInt>(packed_.size());
    deflate(&stream_, how);
    auto const made = static_cast<std::streamsize>(packed_.size() - stream_.avail_out);
    good_ = good_ && to_.sputn(packed_.data(), made) == made;
  } while (good_ && stream_.avail_out == 0);
  return good_;
}

bool gzip_buffer::finish() { return compress(nullptr, 0, Z_FINISH); }

gzip_buffer::int_type gzip_buffer::overflow(int_type byte) {
  if (traits_type::eq_int_type(byte, traits_type::eof())) return traits_type::not_eof(byte);
  char const c = traits_type::to_char_type(byte);
  return compress(&c, 1, Z_NO_FLUSH) ? byte : traits_type::eof();
}

std::streamsize gzip_buffer::xsputn(char const* bytes, std::streamsize count) {
  for (std::streamsize done = 0; done < count;) {
    auto const step = std::min(static_cast<std::size_t>(count - done), largest_step);
    if (!compress(bytes + done, step, Z_NO_FLUSH)) return done;
    done += static_cast<std::streamsize>(step);
  }
  return count;
}

}  // namespace isobit::tool
