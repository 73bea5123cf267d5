#pragma once

#include <array>
#include <bit>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <isobit/driver/mpi/communicator.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi {

/// How a type that is not trivially copyable travels. Specialise it for types without these two members.
///
///     std::vector<std::byte> serialise() const;
///     static matrix deserialise(std::span<std::byte const>);
template <class T> struct serialiser {
  static auto serialise(T const& value) requires requires { value.serialise(); }
  { return value.serialise(); }
  static auto deserialise(std::span<std::byte const> bytes) requires requires { T::deserialise(bytes); }
  { return T::deserialise(bytes); }
};

namespace detail {

template <class T>
concept serialisable = requires(T const& value, std::span<std::byte const> bytes) {
  { serialiser<T>::serialise(value) } -> std::convertible_to<std::vector<std::byte>>;
  { serialiser<T>::deserialise(bytes) } -> std::convertible_to<T>;
};

/// So many items of an MPI type a value, `size` bytes; a size of 0 for values of different lengths.
struct wire_format {
  MPI_Datatype type;
  int items;
  std::size_t size;
};

/// Numbers travel as numbers, so that ranks may differ in endianness, if the MPI allows it; what else is trivially
/// copyable, as bytes.
template <class T> wire_format wire_format_of() {
  auto const one = [](MPI_Datatype type) { return wire_format{type, 1, sizeof(T)}; };
  if constexpr (std::same_as<T, double>)
    return one(MPI_DOUBLE);
  else if constexpr (std::same_as<T, float>)
    return one(MPI_FLOAT);
  else if constexpr (std::same_as<T, long double>)
    return one(MPI_LONG_DOUBLE);
  else if constexpr (std::same_as<T, std::complex<double>>)
    return {MPI_DOUBLE, 2, sizeof(T)};
  else if constexpr (std::same_as<T, std::complex<float>>)
    return {MPI_FLOAT, 2, sizeof(T)};
  else if constexpr (std::same_as<T, std::complex<long double>>)
    return {MPI_LONG_DOUBLE, 2, sizeof(T)};
  else if constexpr (std::integral<T> && sizeof(T) == 8)
    return one(std::is_signed_v<T> ? MPI_INT64_T : MPI_UINT64_T);
  else if constexpr (std::integral<T> && sizeof(T) == 4)
    return one(std::is_signed_v<T> ? MPI_INT32_T : MPI_UINT32_T);
  else if constexpr (std::integral<T> && sizeof(T) == 2)
    return one(std::is_signed_v<T> ? MPI_INT16_T : MPI_UINT16_T);
  else if constexpr (std::is_trivially_copyable_v<T>) {
    static_assert(sizeof(T) <= (1u << 23), "isobit: a message holds up to 128 of these values, and no more than 2 GiB");
    return {MPI_BYTE, static_cast<int>(sizeof(T)), sizeof(T)};
  } else {
    static_assert(serialisable<T>,
                  "isobit: values that travel between ranks are trivially copyable, or have serialise() "
                  "and deserialise(); or specialise isobit::mpi::serialiser");
    return {MPI_BYTE, 1, 0};
  }
}

/// Values to bytes and back: one behind the other, or each behind its length.
template <class T> void write_value(std::vector<std::byte>& bytes, T const& value) {
  if constexpr (std::is_trivially_copyable_v<T>) {
    auto const* const begin = reinterpret_cast<std::byte const*>(&value);
    bytes.insert(bytes.end(), begin, begin + sizeof(T));
  } else {
    std::vector<std::byte> const written = serialiser<T>::serialise(value);
    for (unsigned shift = 0; shift < 64; shift += 8)
      bytes.push_back(static_cast<std::byte>((std::uint64_t{written.size()} >> shift) & 0xff));
    bytes.insert(bytes.end(), written.begin(), written.end());
  }
}
template <class T> T read_value(std::span<std::byte const>& bytes) {
  if constexpr (std::is_trivially_copyable_v<T>) {
    std::array<std::byte, sizeof(T)> copy;
    std::memcpy(copy.data(), bytes.data(), sizeof(T));
    bytes = bytes.subspan(sizeof(T));
    return std::bit_cast<T>(copy);
  } else {
    std::uint64_t length = 0;
    for (unsigned i = 0; i < 8; ++i) length |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
    auto const written = bytes.subspan(8, static_cast<std::size_t>(length));
    bytes = bytes.subspan(8 + static_cast<std::size_t>(length));
    return serialiser<T>::deserialise(written);
  }
}

/// The messages of one reduction on this rank. Receives of known length are posted when they are expected. A rank that
/// failed says so by an empty message whose tag names the rank.
class tree_mail {
public:
  struct letter {
    std::span<std::byte const> bytes;
    int failed;  ///< the rank that could not do its part, or -1
  };

  tree_mail(MPI_Comm comm, wire_format format) : comm_(comm), format_(format) {}
  tree_mail(tree_mail const&) = delete;
  tree_mail& operator=(tree_mail const&) = delete;
  /// Leaves no message behind that has a buffer here.
  ~tree_mail();

  void expect(int source, std::size_t values);
  /// The next letter in the order of expectation; it is valid until the mail is gone.
  [[nodiscard]] letter receive();
  void send(int to, std::vector<std::byte> bytes);
  void send_failure(int to, int failed);
  /// Waits until everything is sent.
  void finish();

private:
  struct message {
    int partner;
    std::vector<std::byte> bytes;
    MPI_Request request;
  };

  [[nodiscard]] int items_in(std::size_t bytes) const;

  MPI_Comm comm_;
  wire_format format_;
  std::vector<message> incoming_, outgoing_;
  std::size_t received_ = 0;
};

}  // namespace detail
}  // namespace mpi
ISOBIT_NAMESPACE_END
