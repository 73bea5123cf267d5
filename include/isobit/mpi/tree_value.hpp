#pragma once

#include <array>
#include <bit>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <mpi.h>

#include <isobit/error.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi {

/// How a type that is not trivially copyable travels. Specialise it for types without these two members; a std::pair,
/// std::tuple or std::array needs nothing if what is in it travels.
///
///     struct matrix {
///       std::vector<std::byte> serialise() const;
///       static matrix deserialise(std::span<std::byte const>);
///     };
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

/// A std::pair, std::tuple or std::array that is neither trivially copyable nor serialised: travels one by one.
template <class T>
concept composite = !std::is_trivially_copyable_v<T> && !serialisable<T> && requires {
  std::tuple_size<T>::value;
};

/// The bytes of a value, or 0 for values of different lengths.
template <class T> constexpr std::size_t wire_size() {
  if constexpr (std::is_trivially_copyable_v<T>) {
    return sizeof(T);
  } else if constexpr (composite<T>) {
    return []<std::size_t... i>(std::index_sequence<i...>) {
      bool const fixed = ((wire_size<std::tuple_element_t<i, T>>() != 0) && ...);
      return fixed ? (std::size_t{0} + ... + wire_size<std::tuple_element_t<i, T>>()) : 0;
    }
    (std::make_index_sequence<std::tuple_size_v<T>>());
  } else {
    static_assert(serialisable<T>,
                  "isobit: values that travel between ranks are trivially copyable, or have serialise() "
                  "and deserialise(); or specialise isobit::mpi::serialiser");
    return 0;
  }
}

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
  else if constexpr (wire_size<T>() != 0) {
    constexpr std::size_t size = wire_size<T>();
    static_assert(size <= (1u << 23), "isobit: a message holds up to 128 of these values, and no more than 2 GiB");
    return {MPI_BYTE, static_cast<int>(size), size};
  } else {
    return {MPI_BYTE, 1, 0};
  }
}

/// The first bytes, taken away. Throws `error` where there are not so many.
inline std::span<std::byte const> take(std::span<std::byte const>& bytes, std::uint64_t count) {
  if (count > bytes.size())
    throw error(status::invalid_argument, "isobit::mpi: the values of another rank do not fit; all ranks must pass "
                                          "values of the same type");
  auto const taken = bytes.first(static_cast<std::size_t>(count));
  bytes = bytes.subspan(taken.size());
  return taken;
}

/// Values to bytes and back: one behind the other, and those of different lengths each behind its own.
template <class T> void write_value(std::vector<std::byte>& bytes, T const& value) {
  if constexpr (std::is_trivially_copyable_v<T>) {
    auto const* const begin = reinterpret_cast<std::byte const*>(&value);
    bytes.insert(bytes.end(), begin, begin + sizeof(T));
  } else if constexpr (composite<T>) {
    std::apply([&](auto const&... members) { (write_value(bytes, members), ...); }, value);
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
    std::memcpy(copy.data(), take(bytes, sizeof(T)).data(), sizeof(T));
    return std::bit_cast<T>(copy);
  } else if constexpr (composite<T>) {
    // Braces: from left to right.
    return [&]<std::size_t... i>(std::index_sequence<i...>) {
      return T{read_value<std::tuple_element_t<i, T>>(bytes)...};
    }
    (std::make_index_sequence<std::tuple_size_v<T>>());
  } else {
    auto const written_length = take(bytes, 8);
    std::uint64_t length = 0;
    for (unsigned i = 0; i < 8; ++i) length |= std::to_integer<std::uint64_t>(written_length[i]) << (8 * i);
    return serialiser<T>::deserialise(take(bytes, length));
  }
}

}  // namespace detail
}  // namespace mpi
ISOBIT_NAMESPACE_END
