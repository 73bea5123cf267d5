#include "scratch.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

constexpr std::align_val_t alignment{64};

struct block {
  std::byte* memory;
  std::size_t size;
};

void free_block(block const& one) { ::operator delete(one.memory, alignment); }

/// What a thread keeps.
class shelf {
public:
  ~shelf() { std::ranges::for_each(blocks_, free_block); }

  block take(std::size_t bytes) {
    auto best = blocks_.end();
    for (auto one = blocks_.begin(); one != blocks_.end(); ++one)
      if (one->size >= bytes && (best == blocks_.end() || one->size < best->size)) best = one;
    if (best == blocks_.end()) return {static_cast<std::byte*>(::operator new(bytes, alignment)), bytes};
    block const result = *best;
    blocks_.erase(best);
    return result;
  }

  void give(block const& one) {
    if (one.size > largest_kept || blocks_.size() == most_kept) return free_block(one);
    blocks_.push_back(one);
  }

private:
  static constexpr std::size_t largest_kept = std::size_t{16} << 20;
  static constexpr std::size_t most_kept = 6;
  std::vector<block> blocks_;
};

shelf& shelf_of_thread() {
  static thread_local std::unique_ptr<shelf> const mine = std::make_unique<shelf>();
  return *mine;
}

}  // namespace

scratch::scratch(std::size_t bytes) {
  if (bytes <= sizeof few_) return;
  auto const [memory, size] = shelf_of_thread().take(bytes);
  many_ = memory;
  size_ = size;
}

scratch::~scratch() {
  if (many_ != nullptr) shelf_of_thread().give({many_, size_});
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
