#pragma once

#include "cuda/most_blocks.hpp"

namespace isobit::test {

/// Kernels have at most so many blocks while it lives.
class limited_blocks {
public:
  explicit limited_blocks(long long blocks) : before_(cuda::most_blocks.exchange(blocks)) {}
  ~limited_blocks() { cuda::most_blocks = before_; }
  limited_blocks(limited_blocks const&) = delete;
  limited_blocks& operator=(limited_blocks const&) = delete;

private:
  long long before_;
};

}  // namespace isobit::test
