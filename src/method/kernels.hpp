#pragma once

#include <isobit/instruction_set.hpp>

#include "method/kernel/binned_table.hpp"
#include "method/kernel/compensated_table.hpp"
#include "method/kernel/prerounded_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace method {

/// The kernels of the methods of the papers, once per instruction set.
struct table {
  binned_table binned;
  prerounded_table prerounded;
  compensated_table compensated;
};

/// The kernels of an instruction set, or null where this build or this machine lacks it.
[[nodiscard]] table const* kernels_for(instruction_set set) noexcept;
/// Those in use.
[[nodiscard]] table const& kernels();

}  // namespace method
ISOBIT_NAMESPACE_END
