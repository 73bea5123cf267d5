#pragma once

#include "cuda/gemm/layout.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// One modulus as kernels use it, from shared memory or registers.
struct alignas(16) device_modulus {
  unsigned weights[3];  ///< of twelve bytes
  unsigned start;       ///< the bits of the float 1.5 * 2^23 with the offset of the weights added
  float inverse;
  float lowered;  ///< 1.5 * 2^23 + (m - 1)/2
  unsigned value;
  unsigned sum_weights;  ///< of four bytes
};

/// For elements with these weights.
__device__ inline device_modulus modulus_for(linalg::modulus const& m, linalg::byte_weights const& of_elements) {
  device_modulus result;
  static_assert(linalg::element_bytes == sizeof result.weights && linalg::sum_bytes == sizeof result.sum_weights);
  memcpy(result.weights, of_elements.of_byte, sizeof result.weights);
  result.start = __float_as_uint(linalg::whole_floats) + static_cast<unsigned>(of_elements.offset);
  result.inverse = m.inverse;
  result.lowered = linalg::whole_floats + static_cast<float>(m.half);
  result.value = static_cast<unsigned>(m.value);
  memcpy(&result.sum_weights, m.sum.of_byte, sizeof result.sum_weights);
  return result;
}

/// acc + the bytes of x times the signed bytes of the weights.
__device__ inline unsigned add_weighted(unsigned x, unsigned weights, unsigned acc) {
  unsigned result;
  asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(result) : "r"(x), "r"(weights), "r"(acc));
  return result;
}

/// A word whose low byte is the residue from 0 to m - 1 of v, given as the bits of the float 1.5 * 2^23 + v.
/// As linalg::positive_residue, whose proof holds: v - half is exact, and there is one rounding.
__device__ inline unsigned residue_of(unsigned v, device_modulus const& m) {
  float const raised = fmaf(__uint_as_float(v) - m.lowered, m.inverse, linalg::whole_floats);
  return v - __float_as_uint(raised) * m.value;
}
__device__ inline unsigned residue_of_sum(unsigned sum, device_modulus const& m) {
  return residue_of(add_weighted(sum, m.sum_weights, __float_as_uint(linalg::whole_floats)), m);
}

/// Their low bytes in one word.
__device__ inline unsigned low_bytes(unsigned a, unsigned b, unsigned c, unsigned d) {
  return __byte_perm(__byte_perm(a, b, 0x0040), __byte_perm(c, d, 0x0040), 0x5410);
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
