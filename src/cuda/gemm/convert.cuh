#pragma once

#include "cuda/gemm/residue.cuh"
#include "cuda/gemm/scan.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// A whole number of 96 bits, raised by 2^95, and what was left of the one it was rounded from.
struct whole_number {
  unsigned word[3];
  double rest;

  /// Of |x| < 2^94. All steps but the rounding are exact. docs/maths/residues.md#on-a-gpu
  __device__ explicit whole_number(double x) {
    double const size = fabs(x);
    unsigned const top = __double2uint_rz(size * 0x1p-64);
    double const lower = fma(static_cast<double>(top), -0x1p64, size), whole = rint(lower);
    auto const low = static_cast<unsigned long long>(whole);
    rest = __hiloint2double(__double2hiint(lower - whole) ^ (__double2hiint(x) & int(0x80000000)),
                            __double2loint(lower - whole));
    // The complement and one more for those below zero.
    unsigned const flip = static_cast<unsigned>(__double2hiint(x) >> 31);
    auto const wide = (static_cast<unsigned __int128>(top) << 64 | low);
    auto const flips = static_cast<unsigned __int128>(static_cast<__int128>(static_cast<int>(flip)));
    auto const value = (wide ^ flips) - flips;
    word[0] = static_cast<unsigned>(value);
    word[1] = static_cast<unsigned>(value >> 32);
    word[2] = static_cast<unsigned>(value >> 64) ^ 0x80000000u;
  }
};

/// The least that a rounded element counts as lost, so that no radius vanishes when it is scaled.
inline constexpr double least_lost = 0x1p-200;

/// Elements times powers of two, rounded to whole numbers, as residues of these; for the factor that is not plain,
/// times the inverse of M/m. Blocks share the depth (y), in tiles.
template <class T>
__global__ void __launch_bounds__(threads_of_block, 3)
    convert_lines(__grid_constant__ both_factors<T> const both, __grid_constant__ product_memory const memory,
                  int plain) {
  constexpr int quads = tile_depth / 4, apart = quads + 4, pitch = 4 * apart + 1;  // so that no banks are shared
  __shared__ double staged[lines_of_block * pitch];
  __shared__ device_modulus moduli[linalg::most_moduli];
  int const left = both.groups(0), which = both.converted == 0 || int(blockIdx.x) >= left;
  factor<T> const& from = both.side[which];
  int const first = (int(blockIdx.x) - (which != 0 ? left : 0)) * lines_of_block, count = memory.control->moduli;
  linalg::residue_system const& system = memory.systems[count].residues;
  if (int(threadIdx.x) < count) {
    linalg::modulus const& m = system.of[threadIdx.x];
    moduli[threadIdx.x] = modulus_for(m, which == plain ? m.right : m.left);
  }
  int const depth_tiles = int(tiles_along(from.depth));
  std::size_t const words = padded_tiles(from.lines) * static_cast<std::size_t>(depth_tiles) * (tile_bytes / 4);
  auto* const out = reinterpret_cast<unsigned*>(memory.residues[which]);
  sharing const mine(from.runs_along_depth());
  int const warp = int(threadIdx.x) / 32, lane = int(threadIdx.x) % 32;
  constexpr int turns = lines_of_block / (threads_of_block / 32);
  double unit_inverse[turns], lost[turns] = {};
  for (int turn = 0; turn < turns; ++turn) {
    int const line = first + warp + turn * (threads_of_block / 32);
    unit_inverse[turn] = line < from.lines ? unit_of(both.lines[which][line], memory.control->bits[which]).inverse : 0;
  }
  // The elements of a tile, as many threads read them; those of the next while one is converted.
  constexpr int each = lines_of_block * tile_depth / threads_of_block;
  double next[each];
  bool const along_depth = from.runs_along_depth();
  auto const places = [&](auto visit) {
    // With constants, which the strides of `mine` are not.
    constexpr int in_line = tile_depth / 32, lines_apart = threads_of_block / 32;
    constexpr int depth_apart = threads_of_block / lines_of_block;
#pragma unroll
    for (int n = 0; n < each; ++n)
      visit(n, mine.first_line + (along_depth ? n / in_line * lines_apart : 0),
            mine.first_depth + (along_depth ? n % in_line * 32 : n * depth_apart));
  };
  auto const fetch = [&](int tile) {
    places([&](int n, int l, int d) {
      int const place = tile * tile_depth + d;
      bool const there = first + l < from.lines && place < from.depth;
      next[n] = there ? static_cast<double>(from.at(first + l, place)) : 0;
    });
  };
  if (int(blockIdx.y) < depth_tiles) fetch(int(blockIdx.y));
  for (int tile = int(blockIdx.y); tile < depth_tiles; tile += int(gridDim.y)) {
    __syncthreads();
    places([&](int n, int l, int d) { staged[l * pitch + d % 4 * apart + d / 4] = next[n]; });
    __syncthreads();
    if (tile + int(gridDim.y) < depth_tiles) fetch(tile + int(gridDim.y));
    unsigned word[turns][4][3];
#pragma unroll
    for (int turn = 0; turn < turns; ++turn) {
      int const l = warp + turn * (threads_of_block / 32), line = first + l;
#pragma unroll
      for (int e = 0; e < 4; ++e) {
        double const x = unit_inverse[turn] == 0 ? 0 : staged[l * pitch + e * apart + lane];
        double const scaled = x * unit_inverse[turn];
        whole_number const number(scaled);
        if (number.rest != 0 || (scaled == 0 && x != 0)) {
          lost[turn] += fmax(fabs(number.rest), least_lost);
          int const slot = atomicAdd(&both.lines[which][line].remainders, 1);
          if (slot < most_remainders)
            memory.remainders[which][static_cast<std::size_t>(line) * most_remainders + slot] =
                remainder{number.rest, tile * tile_depth + 4 * lane + e};
        }
#pragma unroll
        for (int w = 0; w < 3; ++w) word[turn][e][w] = number.word[w];
      }
    }
    // Lines beyond the last are zeros, for which there is memory.
    std::size_t const tile_number = static_cast<std::size_t>(first / tile_lines) * depth_tiles + tile;
    unsigned* to = out + tile_number * (tile_bytes / 4);
#pragma unroll 1
    for (int t = 0; t < count; ++t, to += words) {
      device_modulus const m = moduli[t];
#pragma unroll
      for (int turn = 0; turn < turns; ++turn) {
        unsigned residue[4];
#pragma unroll
        for (int e = 0; e < 4; ++e) {
          unsigned v = m.start;
#pragma unroll
          for (int w = 0; w < 3; ++w) v = add_weighted(word[turn][e][w], m.weights[w], v);
          residue[e] = residue_of(v, m);
        }
        int const line = first % tile_lines + warp + turn * (threads_of_block / 32);
        to[place_in_tile(line, 4 * lane) / 4] = low_bytes(residue[0], residue[1], residue[2], residue[3]);
      }
    }
  }
#pragma unroll
  for (int turn = 0; turn < turns; ++turn) {
    int const line = first + warp + turn * (threads_of_block / 32);
    for (int step = 16; step > 0; step /= 2) lost[turn] += __shfl_xor_sync(~0u, lost[turn], step);
    if (lane == 0 && line < from.lines && lost[turn] != 0) atomicAdd(&both.lines[which][line].lost, lost[turn]);
  }
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
