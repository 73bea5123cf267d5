#pragma once

#include "sum/exact_sum.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation {

/// Adds n products of doubles to the state, exactly: each block of them as twice as many doubles, product and error.
inline void add_exactly(machine const& machine, environment_guard& environment, f64_products term, std::size_t n,
                        exact_product& state) {
  constexpr std::size_t size = 1024;
  alignas(64) double product[size], error[size];
  if (n < smallest_block || !machine.flags_work) return term.add_each(state, n);
  for (std::size_t i = 0; i < n;) {
    std::size_t const left = n - i;
    std::size_t const count = left <= size ? left : left < 2 * size ? (left + 1) / 2 : size;
    f64_products const part = term.at(i);
    environment.clear();
    machine.kernels->two_products(part.x, part.y, count, product, error);
    bool const exact = !environment.out_of_range();
    environment.clear();
    i += count;
    if (!exact) {
      part.add_each(state, count);
      continue;
    }
    auto const b = contiguous(count, machine.kernels->lanes);
    auto const sum = f64_values{product}.sum(*machine.kernels, b);
    if (certified(machine, environment, sum)) {
      add_block_sum(state, sum);
    } else if (machine.kernels->largest_f64(product, count) >= format<double>::infinity) {
      // A quiet NaN raises no flag; its error is another NaN, which must not be counted.
      part.add_each(state, count);
      continue;
    } else {
      extract(*machine.kernels, product, count, state);
      environment.clear();
    }
    auto const errors = f64_values{error}.sum(*machine.kernels, b);
    // The errors are no addends: they must not decide the sign of a zero.
    if (certified(machine, environment, errors))
      add_nonzero_parts(state, errors);
    else if (machine.kernels->largest_f64(error, count) != 0)
      extract(*machine.kernels, error, count, state);
    environment.clear();
  }
}

}  // namespace summation
ISOBIT_NAMESPACE_END
