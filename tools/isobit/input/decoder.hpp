#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "compression.hpp"

namespace isobit::tool {

/// Undoes one kind of compression, a piece at a time.
class decoder {
public:
  struct outcome {
    bool member_ended = false;
    std::string problem = {};  ///< with the data; empty where there is none
  };

  virtual ~decoder() = default;
  /// Unpacks the front of `packed` into the front of `room`, and takes both off.
  virtual outcome step(std::span<char const>& packed, std::span<char>& room) = 0;
  /// Behind the end of a member: another begins.
  virtual void start_member() = 0;

protected:
  /// The libraries count in unsigned ints.
  static constexpr std::size_t largest_step = std::size_t{1} << 30;
};

/// Null where isobit was built without the library for it.
std::unique_ptr<decoder> make_decoder(compression kind);

std::unique_ptr<decoder> make_gzip_decoder();
std::unique_ptr<decoder> make_bzip2_decoder();
std::unique_ptr<decoder> make_xz_decoder();
std::unique_ptr<decoder> make_zstd_decoder();

}  // namespace isobit::tool
