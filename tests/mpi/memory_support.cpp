#include "memory_support.hpp"

#include <cstdlib>
#include <new>

namespace isobit::test {

std::atomic<int> pieces_left = -1;

}  // namespace isobit::test

// Not inline: GCC would see malloc, but not both ends of it.
[[gnu::noinline]] void* operator new(std::size_t size) {
  using isobit::test::pieces_left;
  if (pieces_left >= 0 && pieces_left-- == 0) throw std::bad_alloc();
  if (void* const piece = std::malloc(size > 0 ? size : 1)) return piece;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* piece) noexcept { std::free(piece); }
[[gnu::noinline]] void operator delete(void* piece, std::size_t) noexcept { std::free(piece); }
