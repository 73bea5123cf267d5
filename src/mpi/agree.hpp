#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <span>
#include <string>

#include <isobit/mpi/communicator.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

/// A number as an integer to compare by.
template <class T> std::uint64_t bits_as_parameter(T x) noexcept {
  std::uint64_t words[2] = {};
  static_assert(sizeof(T) <= sizeof(words));
  std::memcpy(words, &x, sizeof(T));
  return words[0] ^ std::rotl(words[1] * 0x9e3779b97f4a7c15u, 32);
}

/// Throws on all ranks where one has a problem: its own there, on the others an `error` that names it; and where a
/// parameter (7 at most) is not the same everywhere. One small reduction. Returns the largest of all ranks' `number`.
inline std::uint64_t agree(communicator const& comm, char const* what, std::exception_ptr const& problem,
                           std::initializer_list<parameter> parameters, std::uint64_t number = 0) {
  constexpr std::uint64_t nobody = ~std::uint64_t{0};
  // Not a vector: to fail here would leave the others waiting.
  constexpr std::size_t most_parameters = 7;
  std::uint64_t smallest[2 + 2 * most_parameters] = {problem ? static_cast<std::uint64_t>(comm.rank()) : nobody,
                                                     ~number};
  std::size_t words = 2;
  for (parameter const& one : parameters) {
    smallest[words++] = one.value;
    smallest[words++] = ~one.value;
  }
  take_smallest(comm.handle(), std::span(smallest, words));
  rethrow(comm, problem, smallest[0] == nobody ? -1 : static_cast<int>(smallest[0]), what);
  std::size_t next = 2;
  for (parameter const& one : parameters) {
    if (smallest[next] != ~smallest[next + 1])
      throw error(status::invalid_argument, std::string("isobit::mpi::") + what + ": the ranks differ in the " +
                                                one.name + "; all ranks must pass the same");
    next += 2;
  }
  return ~smallest[1];
}

/// What body() throws, or null: other ranks must hear of it first.
template <class Body> std::exception_ptr problem_of(Body body) noexcept {
  try {
    body();
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
