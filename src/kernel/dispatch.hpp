#pragma once

#include "kernel/table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace kernel {

/// The kernels of an instruction set, or null where this build or this machine lacks it.
[[nodiscard]] ISOBIT_API table const* table_for(instruction_set set) noexcept;

/// The kernels in use and whether their certificates can be trusted here.
struct machine {
  table const* kernels;
  bool flags_work;
};

/// Decided once, at the first call. Throws `error` where ISOBIT_FORCE_ISA cannot be met.
[[nodiscard]] ISOBIT_API machine const& this_machine();

/// The largest magnitude as bits, whichever the type.
[[nodiscard]] inline std::uint64_t largest(table const& kernels, double const* x, std::size_t n) {
  return kernels.largest_f64(x, n);
}
[[nodiscard]] inline std::uint32_t largest(table const& kernels, float const* x, std::size_t n) {
  return kernels.largest_f32(x, n);
}

}  // namespace kernel
ISOBIT_NAMESPACE_END
