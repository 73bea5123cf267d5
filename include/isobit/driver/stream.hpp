#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include <isobit/error.hpp>

ISOBIT_NAMESPACE_BEGIN

/// Numbers that arrive in blocks and are gone once read: a pipe, a file larger than memory, a socket.
/// `read(buffer)` fills the front of the buffer and returns how many it wrote, 0 at the end.
///
///     double s = isobit::sum<isobit::binned<double>>(isobit::stream_of<double>(read));
template <std::floating_point T, class Read>
  requires std::convertible_to<std::invoke_result_t<Read&, std::span<T>>, std::size_t>
class stream {
public:
  using value_type = T;
  explicit stream(Read read) : read_(std::move(read)) {}
  /// Throws `error` where the source claims to have written more than there was room for.
  [[nodiscard]] std::size_t read(std::span<T> buffer) const {
    std::size_t const count = read_(buffer);
    if (count > buffer.size())
      throw error(status::invalid_argument, "isobit::stream: the source returned " + std::to_string(count) +
                                                " for a buffer of " + std::to_string(buffer.size()) +
                                                " numbers; it must return how many it wrote");
    return count;
  }

private:
  mutable std::remove_const_t<Read> read_;
};

template <std::floating_point T, class Read> [[nodiscard]] stream<T, Read> stream_of(Read read) {
  return stream<T, Read>(std::move(read));
}

template <class S>
concept streaming = requires(S const& source, std::span<typename S::value_type> buffer) {
  { source.read(buffer) } -> std::convertible_to<std::size_t>;
};

ISOBIT_NAMESPACE_END
