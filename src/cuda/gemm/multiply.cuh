#pragma once

#include "cuda/gemm/hopper.cuh"
#include "cuda/gemm/residue.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// The products modulo m of all residues, one modulus after another.
struct residue_products {
  product_memory memory;
  int row_tiles, column_tiles, depth_tiles;  // of 128 lines, in pairs

  __device__ std::uint8_t const* tile(int which, int modulus, int lines, int depth) const {
    std::size_t const tiles = which == 0 ? row_tiles : column_tiles;
    std::size_t const number = (modulus * tiles + lines) * depth_tiles + depth;
    return memory.residues[which] + number * tile_bytes;
  }
  __device__ std::uint32_t* sums(int modulus, int row_tile, int column_block) const {
    std::size_t const blocks = static_cast<std::size_t>(row_tiles) * (column_tiles / 2);
    return memory.sums +
           (modulus * blocks + static_cast<std::size_t>(row_tile) * (column_tiles / 2) + column_block) * words_of_block;
  }
};

/// A part of a product: a modulus, and a tile of rows and two of columns. Neighbours in time are neighbours in space,
/// so that what they read is in the cache.
struct block_place {
  int modulus, row_tile, column_block;

  /// Of `tall` row tiles that belong together.
  __device__ block_place(long long number, residue_products const& all, int tall, int rank) {
    constexpr int band = 8;
    int const rows = all.row_tiles / tall, columns = all.column_tiles / 2, each = rows * columns;
    modulus = int(number / each);
    int const place = int(number % each), first = place / (band * columns) * band, in_band = min(band, rows - first);
    int const rest = place - first * columns;
    row_tile = tall * (first + rest % in_band) + rank;
    column_block = rest / in_band;
  }
};

__device__ inline device_modulus modulus_at(product_memory const& memory, int number) {
  linalg::modulus const& m = memory.systems[memory.control->moduli].residues.of[number];
  return modulus_for(m, m.right);
}

/// What a thread has of a tile's sums: words of four bytes, 32 groups of 8 columns.
__device__ inline void write_residues(unsigned const (&sum)[128], device_modulus const& m, std::uint32_t* out) {
#pragma unroll
  for (int group = 0; group < 32; ++group) {
    unsigned residue[4];
#pragma unroll
    for (int e = 0; e < 4; ++e) residue[e] = residue_of_sum(sum[4 * group + e], m);
    out[group * 32] = low_bytes(residue[0], residue[1], residue[2], residue[3]);
  }
}
/// Sums of more products than a word takes go on with the residues of what they were.
__device__ inline void reduce_sums(unsigned (&sum)[128], device_modulus const& m) {
#pragma unroll
  for (int i = 0; i < 128; ++i) sum[i] = residue_of_sum(sum[i], m) & 0xff;
}

inline constexpr int hopper_stages = 4, hopper_threads = 384, stage_bytes = 3 * tile_bytes;
inline constexpr int hopper_shared_bytes = hopper_stages * stage_bytes + 1024 + 2 * hopper_stages * 8;

/// By wgmma: one warp copies, eight multiply, 64 rows by 256 columns each four of them. Blocks with
/// neighbouring rows copy one part of the columns each, for all of them. Blocks stay, and take one part after another.
static __global__ void __launch_bounds__(hopper_threads, 1)
    multiply_on_hopper([[maybe_unused]] __grid_constant__ residue_products const all) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  using namespace hopper;
  extern __shared__ std::uint8_t raw[];
  unsigned const base = (shared_address(raw) + 1023) & ~1023u, full = base + hopper_stages * stage_bytes,
                 empty = full + 8 * hopper_stages;
  int const rank = int(rank_in_cluster()), group = __shfl_sync(~0u, int(threadIdx.x) / 128, 0);
  int const thread = int(threadIdx.x) % 128;
  if (threadIdx.x == 0) {
    for (int s = 0; s < hopper_stages; ++s) {
      start_barrier(full + 8 * s, 1);
      start_barrier(empty + 8 * s, 2 * side_by_side);
    }
    publish_barriers();
  }
  synchronize_cluster();
  int const each = all.row_tiles / side_by_side * (all.column_tiles / 2);
  long long const parts = static_cast<long long>(each) * all.memory.control->moduli;
  int const clusters = int(gridDim.x) / side_by_side;
  int stage = 0;
  unsigned parity = 0;
  auto const next_stage = [&] {
    if (++stage == hopper_stages) stage = 0, parity ^= 1;
  };
  if (group == 0) {
    constexpr int piece = 2 * tile_bytes / side_by_side;  // of the columns' residues
    give_registers<40>();
    if (thread == 0)
      for (long long part = blockIdx.x / side_by_side; part < parts; part += clusters) {
        block_place const at(part, all, side_by_side, rank);
        std::uint8_t const* left = all.tile(0, at.modulus, at.row_tile, 0);
        std::uint8_t const* right =
            all.tile(1, at.modulus, 2 * at.column_block + rank * 2 / side_by_side, 0) + rank * piece % tile_bytes;
        for (int d = 0; d < all.depth_tiles; ++d, left += tile_bytes, right += tile_bytes) {
          unsigned const to = base + stage * stage_bytes, barrier = full + 8 * stage;
          wait(empty + 8 * stage, parity ^ 1);
          arrive_expecting(barrier, stage_bytes);
          copy(to, left, tile_bytes, barrier);
          copy_to_all(to + tile_bytes + rank * piece, right, piece, barrier, (1 << side_by_side) - 1);
          next_stage();
        }
      }
    __syncwarp();
  } else {
    take_registers<232>();
    unsigned sum[128];
    auto const release = [&](int which) {
      if (thread < side_by_side) arrive_at(empty + 8 * which, thread);
    };
    for (long long part = blockIdx.x / side_by_side; part < parts; part += clusters) {
      block_place const at(part, all, side_by_side, rank);
      device_modulus const m = modulus_at(all.memory, at.modulus);
      int in_use = -1;
      for (int d = 0; d < all.depth_tiles; ++d) {
        if (d % most_depth_tiles == 0 && d > 0) {
          wait_for_products<0>();
          reduce_sums(sum, m);
        }
        wait(full + 8 * stage, parity);
        unsigned const from = base + stage * stage_bytes;
        std::uint64_t const left = tile_descriptor(from + (group - 1) * (tile_bytes / 2));
        std::uint64_t const right = tile_descriptor(from + tile_bytes);
        begin_products();
#pragma unroll
        for (int step = 0; step < tile_depth / 32; ++step)  // 32 bytes along the lines
          multiply(sum, left + 2 * step, right + 2 * step, d + step > 0);
        commit_products();
        wait_for_products<1>();
        if (in_use >= 0) release(in_use);
        in_use = stage;
        next_stage();
      }
      wait_for_products<0>();
      release(in_use);
      int const warp = (group - 1) * 4 + thread / 32;
      write_residues(sum, m, all.sums(at.modulus, at.row_tile, at.column_block) + warp * 1024 + thread % 32);
    }
  }
  synchronize_cluster();
#endif
}

inline constexpr int general_threads = 256, general_shared_bytes = 2 * stage_bytes;

__device__ inline void load_matrices(unsigned (&out)[4], unsigned address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
               : "r"(address));
}
__device__ inline void multiply_16_by_8(unsigned* sum, unsigned const (&left)[4], unsigned right,
                                        unsigned right_after) {
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%0, %1, %2, %3};"
               : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
               : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "r"(right), "r"(right_after));
}

/// By the tensor cores of any GPU from compute capability 8.0 on: eight warps, 16 rows by 256 columns each.
static __global__ void __launch_bounds__(general_threads, 1)
    multiply_anywhere(__grid_constant__ residue_products const all) {
  extern __shared__ __align__(1024) std::uint8_t stages[];
  int const warp = int(threadIdx.x) / 32, lane = int(threadIdx.x) % 32;
  long long const parts = static_cast<long long>(all.row_tiles) * (all.column_tiles / 2) * all.memory.control->moduli;
  for (long long part = blockIdx.x; part < parts; part += gridDim.x) {
    block_place const at(part, all, 1, 0);
    device_modulus const m = modulus_at(all.memory, at.modulus);
    auto const fetch = [&](int d) {
      std::uint8_t* const to = stages + d % 2 * stage_bytes;
      std::uint8_t const* const from[3] = {all.tile(0, at.modulus, at.row_tile, d),
                                           all.tile(1, at.modulus, 2 * at.column_block, d),
                                           all.tile(1, at.modulus, 2 * at.column_block + 1, d)};
#pragma unroll
      for (int t = 0; t < 3; ++t)
        for (int i = int(threadIdx.x) * 16; i < tile_bytes; i += general_threads * 16)
          asm volatile(
              "cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(hopper::shared_address(to + t * tile_bytes + i)),
              "l"(__cvta_generic_to_global(from[t] + i))
              : "memory");
      asm volatile("cp.async.commit_group;" ::: "memory");
    };
    unsigned sum[128] = {};
    fetch(0);
    for (int d = 0; d < all.depth_tiles; ++d) {
      if (d % most_depth_tiles == 0 && d > 0) reduce_sums(sum, m);
      if (d + 1 < all.depth_tiles) {
        fetch(d + 1);
        asm volatile("cp.async.wait_group 1;" ::: "memory");
      } else {
        asm volatile("cp.async.wait_group 0;" ::: "memory");
      }
      __syncthreads();
      unsigned const left = hopper::shared_address(stages + d % 2 * stage_bytes), right = left + tile_bytes;
#pragma unroll
      for (int step = 0; step < tile_depth / 32; ++step) {
        // Eight lanes give the addresses of eight lines of 16 bytes.
        unsigned rows[4];
        load_matrices(rows, left + place_in_tile(warp * 16 + lane % 16, 32 * step + lane / 16 * 16));
#pragma unroll
        for (int group = 0; group < 32; group += 2) {
          unsigned columns[4];
          int const line = group * 8 + lane / 16 * 8 + lane % 8;
          load_matrices(columns, right + place_in_tile(line, 32 * step + lane / 8 % 2 * 16));
          multiply_16_by_8(sum + 4 * group, rows, columns[0], columns[1]);
          multiply_16_by_8(sum + 4 * group + 4, rows, columns[2], columns[3]);
        }
      }
      __syncthreads();
    }
    write_residues(sum, m, all.sums(at.modulus, at.row_tile, at.column_block) + warp * 1024 + lane);
  }
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
