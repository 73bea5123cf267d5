// Memory that ends when a test says so: for whoever asks for arrays without exceptions.
#include <new>

namespace {
bool has_ended = false;
}  // namespace

extern "C" void isobit_test_end_memory(int end) { has_ended = end != 0; }

void* operator new[](std::size_t size, std::nothrow_t const&) noexcept {
  return has_ended ? nullptr : ::operator new[](size);
}
