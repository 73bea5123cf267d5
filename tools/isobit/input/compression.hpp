#pragma once

#include <cstddef>
#include <string_view>

namespace isobit::tool {

enum class compression { none, gzip, bzip2, xz, zstd, lz4 };

/// As many bytes as tell.
inline constexpr std::size_t compression_magic_size = 10;

/// How an input is compressed, by its first bytes. All but gzip's are too many for raw numbers to start with by chance.
inline compression compression_of(std::string_view start) noexcept {
  using namespace std::string_view_literals;
  if (start.starts_with("\x1f\x8b")) return compression::gzip;
  if (start.starts_with("\xfd\x37zXZ\0"sv)) return compression::xz;
  // What pzstd makes begins with a frame of four bytes that is to be skipped.
  if (start.starts_with("\x28\xb5\x2f\xfd") || start.starts_with("\x50\x2a\x4d\x18\4\0\0\0"sv))
    return compression::zstd;
  if (start.starts_with("\x04\x22\x4d\x18")) return compression::lz4;
  // The fourth byte is the size of bzip2's blocks; behind it a block begins, or there is none.
  bool const is_bzip2 = start.starts_with("BZh") && start.size() >= compression_magic_size &&
                        (start.substr(4, 6) == "1AY&SY" || start.substr(4, 6) == "\x17\x72\x45\x38\x50\x90");
  return is_bzip2 ? compression::bzip2 : compression::none;
}

constexpr std::string_view name_of(compression kind) noexcept {
  switch (kind) {
  case compression::none:
    break;
  case compression::gzip:
    return "gzip";
  case compression::bzip2:
    return "bzip2";
  case compression::xz:
    return "xz";
  case compression::zstd:
    return "zstd";
  case compression::lz4:
    return "lz4";
  }
  return "";
}

/// How names of files that are compressed in a way that isobit may undo end.
constexpr std::string_view extension_of(compression kind) noexcept {
  switch (kind) {
  case compression::gzip:
    return ".gz";
  case compression::bzip2:
    return ".bz2";
  case compression::xz:
    return ".xz";
  case compression::zstd:
    return ".zst";
  default:
    return "";
  }
}

}  // namespace isobit::tool
