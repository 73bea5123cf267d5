#pragma once

#include "cuda/call.hpp"
#include "cuda/solver/cg_step.hpp"

/// The vector updates of conjugate gradients. Each starts on a stream.
ISOBIT_NAMESPACE_BEGIN
namespace cuda::solver {

/// The vectors of an iteration, all of the same size, in device memory; all but x at addresses that are multiples
/// of 16.
template <class T> struct cg_vectors {
  long long size;
  T* x;
  T *r, *z, *p, *q;
  T const* divisors;  ///< null: z = r, and r*r is r*z
};

/// What the steps have in common, in device memory. Steps take turns with the two states, as all blocks of one read
/// what one of them writes for the next.
template <class T> struct cg_memory {
  cg_sums<T> sums;
  cg_state<T> before_r, before_x;
};

/// r = b - r.
template <class T> void start_residual(place const& here, long long size, T const* b, T* r);
/// alpha; r = r - alpha*q; z = M r; rho = r*z.
template <class T> void start_r(call const& here, cg_vectors<T> const& v, cg_memory<T>* memory);
/// beta; x = x + alpha*p; p = z + beta*p.
template <class T>
void start_x(place const& here, cg_vectors<T> const& v, cg_memory<T>* memory, cg_limits const& limits);
/// Waits; the first element that is not finite, if so told, or zero: `size` where there is none.
enum class element_kind { not_finite, zero, not_zero };
template <class T>
[[nodiscard]] long long find_first(place const& here, long long size, T const* values, element_kind kind);

}  // namespace cuda::solver
ISOBIT_NAMESPACE_END
