// Memory of C++ that ends after so many allocations, with an exception, as it does where there is none left.
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

long left = -1;  // -1: there is no end

void* take(std::size_t size, std::size_t alignment) noexcept {
  if (left == 0) return nullptr;
  if (left > 0) --left;
  return std::aligned_alloc(alignment, (size / alignment + 1) * alignment);
}
void* take_or_throw(std::size_t size, std::size_t alignment) {
  if (void* const room = take(size, alignment)) return room;
  throw std::bad_alloc();
}

constexpr std::size_t ordinary = alignof(std::max_align_t);

}  // namespace

extern "C" void isobit_test_end_memory_after(long allocations) { left = allocations; }

void* operator new(std::size_t size) { return take_or_throw(size, ordinary); }
void* operator new[](std::size_t size) { return take_or_throw(size, ordinary); }
void* operator new(std::size_t size, std::align_val_t a) { return take_or_throw(size, static_cast<std::size_t>(a)); }
void* operator new[](std::size_t size, std::align_val_t a) { return take_or_throw(size, static_cast<std::size_t>(a)); }
void* operator new(std::size_t size, std::nothrow_t const&) noexcept { return take(size, ordinary); }
void* operator new[](std::size_t size, std::nothrow_t const&) noexcept { return take(size, ordinary); }
void operator delete(void* room) noexcept { std::free(room); }
void operator delete[](void* room) noexcept { std::free(room); }
void operator delete(void* room, std::size_t) noexcept { std::free(room); }
void operator delete[](void* room, std::size_t) noexcept { std::free(room); }
void operator delete(void* room, std::align_val_t) noexcept { std::free(room); }
void operator delete[](void* room, std::align_val_t) noexcept { std::free(room); }
void operator delete(void* room, std::size_t, std::align_val_t) noexcept { std::free(room); }
void operator delete[](void* room, std::size_t, std::align_val_t) noexcept { std::free(room); }
