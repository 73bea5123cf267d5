#include "decoder.hpp"

namespace isobit::tool {

std::unique_ptr<decoder> make_decoder(compression kind) {
  switch (kind) {
  case compression::gzip:
    return make_gzip_decoder();
#if defined(ISOBIT_HAS_BZIP2)
  case compression::bzip2:
    return make_bzip2_decoder();
#endif
#if defined(ISOBIT_HAS_XZ)
  case compression::xz:
    return make_xz_decoder();
#endif
#if defined(ISOBIT_HAS_ZSTD)
  case compression::zstd:
    return make_zstd_decoder();
#endif
  default:
    return nullptr;
  }
}

}  // namespace isobit::tool
