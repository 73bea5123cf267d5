#pragma once

#include "arithmetic/error_free.hpp"
#include "linalg/residues/number_of_digits.hpp"
#include "linalg/residues/residue_table.hpp"

/// From elements to whole numbers, and from residues to the numbers that have them. docs/maths/residues.md
ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

using namespace arithmetic;

static_assert(residue_lines % lanes == 0);

/// The whole number nearest to x.
ISOBIT_INLINE f64 nearest_whole(f64 x) {
  f64 const size = magnitude(x), whole = (size + broadcast(0x1p52)) - broadcast(0x1p52);
  return flip_sign(select(size < broadcast(0x1p52), whole, size), sign_of(x));
}

inline void round_piece(double* piece, double const* factors, double* lost) {
  for (index q = 0; q < residue_lines; q += static_cast<index>(lanes)) {
    f64 const factor = load<f64>(factors + q);
    f64 sum = load<f64>(lost + q);
    for (index p = 0; p < residue_depth; ++p) {
      double* const at = piece + p * residue_lines + q;
      f64 const x = load<f64>(at) * factor, whole = nearest_whole(x);
      sum += magnitude(x - whole);
      store(at, whole);
    }
    store(lost + q, sum);
  }
}

ISOBIT_INLINE f64 load_bytes(std::uint8_t const* at) {
#if ISOBIT_VECTOR_BYTES == 64
  return (f64)_mm512_cvtepi32_pd(_mm256_cvtepu8_epi32(_mm_loadl_epi64(static_cast<__m128i const*>((void const*)at))));
#else
  f64 x;
  for (std::size_t i = 0; i < lanes; ++i) x[i] = at[i];
  return x;
#endif
}

template <int digits>
inline void reconstruct_numbers(residue_system const& system, index count, std::uint8_t const* residues, index stride,
                                reconstructed const& out) {
  for (index i = 0; i < count; i += static_cast<index>(lanes)) {
    f64 digit[digits] = {};
    for (int t = 0; t < system.count; ++t) {
      f64 const residue = load_bytes(residues + t * stride + i);
#pragma GCC unroll 4
      for (int d = 0; d < digits; ++d) digit[d] = multiply_add(residue, broadcast(system.of[t].digits[d]), digit[d]);
    }
    auto const [high, low, error] = number_of_digits<digit_bits>(digit, system.shares, system.product_digits);
    store(out.high + i, high);
    store(out.low + i, low);
    store(out.error + i, error);
  }
}

inline void reconstruct(residue_system const& system, index count, std::uint8_t const* residues, index stride,
                        reconstructed const& out) {
  if (system.digits == most_digits) return reconstruct_numbers<4>(system, count, residues, stride, out);
  if (system.digits == 3) return reconstruct_numbers<3>(system, count, residues, stride, out);
  if (system.digits == 2) return reconstruct_numbers<2>(system, count, residues, stride, out);
  reconstruct_numbers<1>(system, count, residues, stride, out);
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
