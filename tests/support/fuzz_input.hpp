#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>

#include <isobit/arithmetic/bits.hpp>

namespace isobit::test {

/// The bytes of a fuzzer, taken one thing after the other; zeros when they run out.
class fuzz_input {
public:
  fuzz_input(std::uint8_t const* data, std::size_t size) : bytes_(data, size) {}

  [[nodiscard]] bool empty() const noexcept { return bytes_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }

  std::uint8_t byte() {
    if (bytes_.empty()) return 0;
    std::uint8_t const first = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return first;
  }

  /// Little-endian on every machine, so that a corpus means the same everywhere.
  template <class T> T number() {
    typename format<T>::bits_type bits = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
      bits = static_cast<typename format<T>::bits_type>(bits | static_cast<typename format<T>::bits_type>(byte())
                                                                   << (8 * i));
    return from_bits<T>(bits);
  }

private:
  std::span<std::uint8_t const> bytes_;
};

/// Ends the process, which is how a fuzz target says that it found something.
inline void require(bool holds, char const* claim) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", claim);
  std::abort();
}

template <class T> bool equal_bits(T a, T b) { return bits_of(a) == bits_of(b); }

}  // namespace isobit::test
