#pragma once

#include <cstdint>

#include <isobit/sum/exact.hpp>

namespace isobit::fortran {

/// The accumulator of the Fortran modules: plain memory, which Fortran copies, keeps in arrays and starts as zeros.
struct plain_accumulator {
  std::int64_t started;  // 0: it has seen nothing, and the state is not one yet
  exact_product state;

  [[nodiscard]] exact_product value() const noexcept { return started != 0 ? state : exact_product(); }
  void assign(exact_product const& next) noexcept { state = next, started = 1; }
};
static_assert(sizeof(plain_accumulator) == 140 * sizeof(std::int64_t), "isobit_accumulators.f90 says so, too");
static_assert(std::is_trivially_copyable_v<exact_product>);

}  // namespace isobit::fortran
