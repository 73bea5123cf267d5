#include <zlib.h>

#include <algorithm>
#include <new>

#include "../decoder.hpp"

namespace isobit::tool {
namespace {

constexpr int gzip_only = 16;  // added to the window bits: zlib's way to ask for the gzip format

class gzip_decoder final : public decoder {
public:
  gzip_decoder() {
    if (inflateInit2(&stream_, MAX_WBITS + gzip_only) != Z_OK) throw std::bad_alloc();
  }
  ~gzip_decoder() override { inflateEnd(&stream_); }
  gzip_decoder(gzip_decoder const&) = delete;
  gzip_decoder& operator=(gzip_decoder const&) = delete;

  outcome step(std::span<char const>& packed, std::span<char>& room) override {
    std::size_t const most_in = std::min(packed.size(), largest_step), most_out = std::min(room.size(), largest_step);
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream_.avail_in = static_cast<uInt>(most_in);
    stream_.next_out = reinterpret_cast<Bytef*>(room.data());
    stream_.avail_out = static_cast<uInt>(most_out);
    int const result = inflate(&stream_, Z_NO_FLUSH);
    packed = packed.subspan(most_in - stream_.avail_in);
    room = room.subspan(most_out - stream_.avail_out);
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    if (result == Z_OK || result == Z_STREAM_END) return {result == Z_STREAM_END};
    return {false, stream_.msg != nullptr ? stream_.msg : "it is corrupt"};
  }

  void start_member() override {
    inflateReset(&stream_);  // cannot fail: the stream is one
  }

private:
  z_stream stream_{};
};

}  // namespace

std::unique_ptr<decoder> make_gzip_decoder() { return std::make_unique<gzip_decoder>(); }

}  // namespace isobit::tool
