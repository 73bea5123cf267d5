#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <utility>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN

/// Numbers that arrive in blocks and are gone once read: a pipe, a file larger than memory, a socket.
/// `read(buffer)` fills the front of the buffer and returns how many it wrote, 0 at the end.
///
///     isobit::stream<double, decltype(read)> source(read);
///     double s = isobit::sum<isobit::binned<double>>(source);
template <std::floating_point T, class Read>
  requires std::convertible_to<std::invoke_result_t<Read&, std::span<T>>, std::size_t>
class stream {
public:
  using value_type = T;
  explicit stream(Read read) : read_(std::move(read)) {}
  [[nodiscard]] std::size_t read(std::span<T> buffer) const { return read_(buffer); }

private:
  mutable Read read_;
};

template <class S>
concept streaming = requires(S const& source, std::span<typename S::value_type> buffer) {
  { source.read(buffer) } -> std::convertible_to<std::size_t>;
};

ISOBIT_NAMESPACE_END
