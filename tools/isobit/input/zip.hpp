#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bytes.hpp"

namespace isobit::tool {

/// A file in a zip archive.
struct zip_member {
  std::string name;
  std::uint16_t method = 0;  ///< of compression
  bool is_encrypted = false;
  std::uint32_t crc = 0;
  std::uint64_t packed_size = 0;
  std::uint64_t size = 0;
  std::uint64_t header_offset = 0;
};

/// What a zip archive holds, from its central directory; archives of more than 4 GiB too. Throws `failure` where it is
/// none, or damaged.
std::vector<zip_member> zip_members(file const& archive, std::string const& name);

/// The bytes of a member, which is stored or deflated; its checksum is compared when the last is read. The archive must
/// outlive it. Throws `failure` where isobit cannot read it.
std::unique_ptr<byte_source> open_zip_member(file const& archive, zip_member const& member, std::string const& name);

}  // namespace isobit::tool
