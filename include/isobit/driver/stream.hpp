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
///     double s = isobit::sum<isobit::binned<double>>(isobit::stream_of<double>(read_some));
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

/// A source of blocks that several threads make numbers of: a file larger than memory, a table to be parsed.
/// `cut(block)` puts the next piece of the source into a block, one thread at a time and in order; false at the end.
/// `decode(block)` makes numbers of the piece, many threads at a time. Each thread has one block, used again and again.
///
///     auto const rows = isobit::block_stream_of<table_rows>(read_lines, parse_lines);
template <std::default_initializable Block, class Cut, class Decode>
  requires(std::convertible_to<std::invoke_result_t<Cut&, Block&>, bool>&& std::invocable<Decode const&, Block&>)
class block_stream {
public:
  using block_type = Block;
  block_stream(Cut cut, Decode decode) : cut_(std::move(cut)), decode_(std::move(decode)) {}
  [[nodiscard]] bool cut(Block& block) const { return cut_(block); }
  void decode(Block& block) const { decode_(block); }

private:
  mutable std::remove_const_t<Cut> cut_;
  Decode decode_;
};

template <std::default_initializable Block, class Cut, class Decode>
[[nodiscard]] block_stream<Block, Cut, Decode> block_stream_of(Cut cut, Decode decode) {
  return {std::move(cut), std::move(decode)};
}

template <class S>
concept block_streaming = requires(S const& source, typename S::block_type& block) {
  { source.cut(block) } -> std::convertible_to<bool>;
  source.decode(block);
};

ISOBIT_NAMESPACE_END
