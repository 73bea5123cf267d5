#include "base/scratch.hpp"

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

block new_block(std::size_t bytes) { return {static_cast<std::byte*>(::operator new(bytes, alignment)), bytes}; }
void free_block(block const& one) { ::operator delete(one.memory, alignment); }

/// What a thread keeps.
class shelf {
public:
  ~shelf() { std::ranges::for_each(blocks_, free_block); }

  block take(std::size_t bytes) {
    auto best = blocks_.end();
    for (auto one = blocks_.begin(); one != blocks_.end(); ++one)
      if (one->size >= bytes && (best == blocks_.end() || one->size < best->size)) best = one;
    if (best == blocks_.end()) return new_block(bytes);
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

/// Null once the thread's other objects are gone: programs reduce in destructors, too.
shelf* shelf_of_thread() {
  static constinit thread_local bool is_gone = false;
  struct keeper {
    shelf mine;
    ~keeper() { is_gone = true; }
  };
  if (is_gone) return nullptr;
  static thread_local std::unique_ptr<keeper> const kept = std::make_unique<keeper>();
  return &kept->mine;
}

}  // namespace

scratch::scratch(std::size_t bytes) {
  if (bytes <= sizeof few_) return;
  shelf* const shelves = shelf_of_thread();
  auto const [memory, size] = shelves != nullptr ? shelves->take(bytes) : new_block(bytes);
  many_ = memory;
  size_ = size;  // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks): many_ has it
}

scratch::~scratch() {
  if (many_ == nullptr) return;
  block const mine{many_, size_};
  if (shelf* const shelves = shelf_of_thread())
    shelves->give(mine);
  else
    free_block(mine);
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
