#include <bzlib.h>

#include <algorithm>
#include <new>

#include "../decoder.hpp"

namespace isobit::tool {
namespace {

class bzip2_decoder final : public decoder {
public:
  bzip2_decoder() { start(); }
  ~bzip2_decoder() override { BZ2_bzDecompressEnd(&stream_); }
  bzip2_decoder(bzip2_decoder const&) = delete;
  bzip2_decoder& operator=(bzip2_decoder const&) = delete;

  outcome step(std::span<char const>& packed, std::span<char>& room) override {
    std::size_t const most_in = std::min(packed.size(), largest_step), most_out = std::min(room.size(), largest_step);
    stream_.next_in = const_cast<char*>(packed.data());
    stream_.avail_in = static_cast<unsigned>(most_in);
    stream_.next_out = room.data();
    stream_.avail_out = static_cast<unsigned>(most_out);
    int const result = BZ2_bzDecompress(&stream_);
    packed = packed.subspan(most_in - stream_.avail_in);
    room = room.subspan(most_out - stream_.avail_out);
    if (result == BZ_MEM_ERROR) throw std::bad_alloc();
    if (result == BZ_OK || result == BZ_STREAM_END) return {result == BZ_STREAM_END};
    return {false, result == BZ_DATA_ERROR_MAGIC ? "incorrect header" : "it is corrupt"};
  }

  void start_member() override {
    BZ2_bzDecompressEnd(&stream_);
    stream_ = {};
    start();
  }

private:
  void start() {
    if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw std::bad_alloc();
  }

  bz_stream stream_{};
};

}  // namespace

std::unique_ptr<decoder> make_bzip2_decoder() { return std::make_unique<bzip2_decoder>(); }

}  // namespace isobit::tool
