#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace bench {

/// Where all data start, in bytes past a cache line. Fixed for a run, so that the allocator's whim is no contender:
/// it decides how many vector loads straddle two lines. 16 is where glibc puts a large std::vector.
inline std::size_t start_offset = 0;

template <class T> struct aligned_allocator {
  using value_type = T;
  static constexpr std::align_val_t line{64};

  aligned_allocator() = default;
  template <class U> aligned_allocator(aligned_allocator<U> const&) {}
  T* allocate(std::size_t count) {
    return reinterpret_cast<T*>(static_cast<std::byte*>(::operator new(count * sizeof(T) + start_offset, line)) +
                                start_offset);
  }
  void deallocate(T* data, std::size_t) { ::operator delete(reinterpret_cast<std::byte*>(data) - start_offset, line); }
  bool operator==(aligned_allocator const&) const = default;
};

template <class T> using aligned_vector = std::vector<T, aligned_allocator<T>>;

}  // namespace bench
