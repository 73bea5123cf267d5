// Kernels with tiles, whose instructions are emulated: what packs, indexes and reduces around them runs on any machine
// with VNNI. And the residues that vectors find, one by one.
#include "linalg/kernel/residues/tiles.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {
namespace {

/// Tiles as the manual defines them.
class emulated_tiles {
public:
  template <int tile> void clear() { __builtin_memset(tile_[tile], 0, tile_bytes); }
  template <int tile> void load(void const* from) { __builtin_memcpy(tile_[tile], from, tile_bytes); }
  template <int tile> void load_passing(void const* from) { load<tile>(from); }
  template <int tile> void store(void* to) { __builtin_memcpy(to, tile_[tile], tile_bytes); }
  template <int sums, int rows, int columns> void multiply() {
    for (int m = 0; m < 16; ++m)
      for (int n = 0; n < 16; ++n) {
        std::uint32_t sum;
        __builtin_memcpy(&sum, tile_[sums] + 64 * m + 4 * n, sizeof sum);
        for (int k = 0; k < 16; ++k)
          for (int b = 0; b < 4; ++b) {
            int const product =
                static_cast<std::int8_t>(tile_[rows][64 * m + 4 * k + b]) * tile_[columns][64 * k + 4 * n + b];
            sum += static_cast<std::uint32_t>(product);
          }
        __builtin_memcpy(tile_[sums] + 64 * m + 4 * n, &sum, sizeof sum);
      }
  }

private:
  std::uint8_t tile_[8][tile_bytes] = {};
};

}  // namespace

extern residue_table const emulated_tile_kernels;
residue_table const emulated_tile_kernels = tile_residues<emulated_tiles>;

/// Residues of first, first + 1, ..., from 0 to m - 1 or nearest to zero, as vectors find them.
extern void residues_in_lanes(modulus const& m, bool positive, std::int32_t first, index count, std::uint8_t* out);
void residues_in_lanes(modulus const& m, bool positive, std::int32_t first, index count, std::uint8_t* out) {
  int const half = positive ? m.half : 0;
  lane_modulus const lanes_of_modulus(m, half);
  __m512i const steps = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  for (index i = 0; i < count; i += residue_lines) {
    __m512i const less_half = _mm512_add_epi32(_mm512_set1_epi32(first + static_cast<std::int32_t>(i) - half), steps);
    __m128i const low_bytes = _mm512_cvtepi32_epi8(lanes_of_modulus.residues(less_half));
    _mm_storeu_si128(static_cast<__m128i*>(static_cast<void*>(out + i)), low_bytes);
  }
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
