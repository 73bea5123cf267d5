#pragma once

#include <cstdint>

namespace isobit::tool {

/// drand48() of POSIX, as the C library starts it where nobody called srand48: integers only, so the same everywhere.
class drand48_generator {
public:
  /// In [0, 1), a multiple of 2^-48.
  double operator()() noexcept {
    state_ = (0x5deece66d * state_ + 0xb) & ((std::uint64_t{1} << 48) - 1);
    return static_cast<double>(state_) * 0x1p-48;
  }

private:
  std::uint64_t state_ = 0;
};

}  // namespace isobit::tool
