#include <lzma.h>

#include <cstdint>
#include <new>

#include "../decoder.hpp"

namespace isobit::tool {
namespace {

class xz_decoder final : public decoder {
public:
  xz_decoder() { start_member(); }
  ~xz_decoder() override { lzma_end(&stream_); }
  xz_decoder(xz_decoder const&) = delete;
  xz_decoder& operator=(xz_decoder const&) = delete;

  outcome step(std::span<char const>& packed, std::span<char>& room) override {
    stream_.next_in = reinterpret_cast<std::uint8_t const*>(packed.data());
    stream_.avail_in = packed.size();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(room.data());
    stream_.avail_out = room.size();
    lzma_ret const result = lzma_code(&stream_, LZMA_RUN);
    packed = packed.subspan(packed.size() - stream_.avail_in);
    room = room.subspan(room.size() - stream_.avail_out);
    if (result == LZMA_MEM_ERROR) throw std::bad_alloc();
    if (result == LZMA_OK || result == LZMA_STREAM_END) return {result == LZMA_STREAM_END};
    return {false, result == LZMA_FORMAT_ERROR    ? "incorrect header"
                   : result == LZMA_OPTIONS_ERROR ? "it needs a newer liblzma"
                                                  : "it is corrupt"};
  }

  void start_member() override {
    if (lzma_stream_decoder(&stream_, UINT64_MAX, 0) != LZMA_OK) throw std::bad_alloc();
  }

private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
};

}  // namespace

std::unique_ptr<decoder> make_xz_decoder() { return std::make_unique<xz_decoder>(); }

}  // namespace isobit::tool
