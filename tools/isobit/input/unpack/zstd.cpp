#include <zstd.h>
#include <zstd_errors.h>

#include <new>

#include "../decoder.hpp"

namespace isobit::tool {
namespace {

class zstd_decoder final : public decoder {
public:
  zstd_decoder() : stream_(ZSTD_createDStream()) {
    if (stream_ == nullptr) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, largest_window);
  }
  ~zstd_decoder() override { ZSTD_freeDStream(stream_); }
  zstd_decoder(zstd_decoder const&) = delete;
  zstd_decoder& operator=(zstd_decoder const&) = delete;

  outcome step(std::span<char const>& packed, std::span<char>& room) override {
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    ZSTD_outBuffer out{room.data(), room.size(), 0};
    std::size_t const result = ZSTD_decompressStream(stream_, &out, &in);
    packed = packed.subspan(in.pos);
    room = room.subspan(out.pos);
    if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation) throw std::bad_alloc();
    if (ZSTD_isError(result) != 0) return {false, ZSTD_getErrorName(result)};
    return {result == 0};
  }

  void start_member() override { ZSTD_DCtx_reset(stream_, ZSTD_reset_session_only); }

private:
  static constexpr int largest_window = 31;  // as zstd --long=31 makes it; what it takes is asked for by the file
  ZSTD_DStream* stream_;
};

}  // namespace

std::unique_ptr<decoder> make_zstd_decoder() { return std::make_unique<zstd_decoder>(); }

}  // namespace isobit::tool
