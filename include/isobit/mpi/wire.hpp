#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

#include <mpi.h>

#include <isobit/method/binned.hpp>
#include <isobit/method/prerounded.hpp>
#include <isobit/mpi/communicator.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi {

namespace detail {

template <class T> MPI_Datatype datatype_of() noexcept = delete;
template <> inline MPI_Datatype datatype_of<double>() noexcept { return MPI_DOUBLE; }
template <> inline MPI_Datatype datatype_of<float>() noexcept { return MPI_FLOAT; }
template <> inline MPI_Datatype datatype_of<std::uint64_t>() noexcept { return MPI_UINT64_T; }

/// `count` values of a type at an offset in a struct of `size` bytes.
struct struct_field {
  std::size_t offset;
  int count;
  MPI_Datatype type;
};
ISOBIT_API MPI_Datatype make_struct(std::initializer_list<struct_field> fields, std::size_t size);

/// A datatype, committed, and a commutative operation on it; both are freed when MPI is finalised.
struct wire_operation {
  MPI_Datatype type;
  MPI_Op operation;
};
ISOBIT_API wire_operation make_operation(MPI_Datatype type, MPI_User_function* function);

}  // namespace detail

/// How an accumulator travels: `make()` gives an MPI datatype that describes one in memory. This one sends its bytes,
/// so all ranks must run on machines of the same kind; specialise it to send fields.
template <class A> struct wire {
  static_assert(std::is_trivially_copyable_v<A>,
                "isobit::mpi: an accumulator that is not trivially copyable cannot travel through an MPI reduction; "
                "merge it along a tree: isobit::mpi::tree_reduce takes types with serialise and deserialise");
  static MPI_Datatype make() { return detail::make_struct({{0, sizeof(A), MPI_BYTE}}, sizeof(A)); }
};

namespace detail {

/// A struct of an accumulator and a 64-bit integer.
template <class A> MPI_Datatype make_struct_with(std::size_t state, std::size_t integer, std::size_t size) {
  MPI_Datatype type = wire<A>::make();
  MPI_Datatype const result = make_struct({{state, 1, type}, {integer, 1, MPI_UINT64_T}}, size);
  check(MPI_Type_free(&type), "MPI_Type_free");
  return result;
}

}  // namespace detail

template <class T, int K, int W> struct wire<binned<T, K, W>> {
  static MPI_Datatype make() {
    constexpr std::size_t size = sizeof(binned<T, K, W>), carries = K * sizeof(double);
    return detail::make_struct({{0, K, detail::datatype_of<T>()}, {size - carries, K, MPI_DOUBLE}}, size);
  }
};

template <class T, int K> struct wire<double_sweep<T, K>> {
  static MPI_Datatype make() {
    using state = isobit::detail::double_sweep_state<T>;
    static_assert(sizeof(state) == sizeof(double_sweep<T, K>));
    return detail::make_struct({{offsetof(state, levels), 1, MPI_INT},
                                {offsetof(state, seen), sizeof(state::seen), MPI_C_BOOL},
                                {offsetof(state, count), 2, MPI_UINT64_T},
                                {offsetof(state, largest), 1 + K, detail::datatype_of<T>()}},
                               sizeof(state));
  }
};

template <class T, int K> struct wire<single_sweep<T, K>> {
  static MPI_Datatype make() {
    using state = isobit::detail::single_sweep_state<T>;
    static_assert(sizeof(state) == sizeof(single_sweep<T, K>));
    return detail::make_struct({{offsetof(state, levels), 2, MPI_INT},
                                {offsetof(state, seen), sizeof(state::seen), MPI_C_BOOL},
                                {offsetof(state, count), 2, MPI_UINT64_T},
                                {offsetof(state, zeroth), 1 + K, detail::datatype_of<T>()}},
                               sizeof(state));
  }
};

}  // namespace mpi
ISOBIT_NAMESPACE_END
