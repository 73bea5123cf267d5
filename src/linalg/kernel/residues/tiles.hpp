#pragma once

#include "linalg/kernel/residues/byte_digits.hpp"
#include "linalg/kernel/residues/vnni.hpp"

/// Products of residues by tiles: 16 x 16 sums of 64 products of bytes each in an instruction. docs/maths/residues.md
ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

inline constexpr index tile_side = residue_lines, tile_sums = tile_side * tile_side, tile_bytes = 1024;
inline constexpr index pair_sums = 4 * tile_sums;  // of two groups by two
static_assert(tile_bytes == chunk_bytes && tile_bytes == tile_sums * index{sizeof(std::int32_t)});

/// The eight tiles of a thread, from construction to destruction, with 16 rows of 64 bytes: 0 to 3 for sums, 4 and 5
/// for rows, 6 and 7 for columns, four bytes of each.
///
/// Compilers' own functions for these instructions do not say that they read and write memory; these do.
class machine_tiles {
public:
  machine_tiles() {
    struct {
      std::uint8_t palette, start_row, zeros[14];
      std::uint16_t row_bytes[16];
      std::uint8_t rows[16];
    } configuration = {};
    static_assert(sizeof configuration == 64);
    configuration.palette = 1;
    for (int i = 0; i < 8; ++i) {
      configuration.row_bytes[i] = 64;
      configuration.rows[i] = 16;
    }
    asm volatile("ldtilecfg %0" ::"m"(configuration) : "memory");
  }
  ~machine_tiles() { asm volatile("tilerelease" ::: "memory"); }
  machine_tiles(machine_tiles const&) = delete;
  machine_tiles& operator=(machine_tiles const&) = delete;

  template <int tile> ISOBIT_INLINE void clear() { asm volatile("tilezero %%tmm%c0" ::"i"(tile)); }
  template <int tile> ISOBIT_INLINE void load(void const* from) {
    asm volatile("tileloadd (%1,%2,1), %%tmm%c0" ::"i"(tile), "r"(from), "r"(index{64}) : "memory");
  }
  /// What is not read again soon: it should not push other things out of the nearest cache.
  template <int tile> ISOBIT_INLINE void load_passing(void const* from) {
    asm volatile("tileloaddt1 (%1,%2,1), %%tmm%c0" ::"i"(tile), "r"(from), "r"(index{64}) : "memory");
  }
  template <int tile> ISOBIT_INLINE void store(void* to) {
    asm volatile("tilestored %%tmm%c0, (%1,%2,1)" ::"i"(tile), "r"(to), "r"(index{64}) : "memory");
  }
  /// sums[m][n] += the products of signed bytes of row m by unsigned ones of column n, four of each in a row.
  template <int sums, int rows, int columns> ISOBIT_INLINE void multiply() {
    asm volatile("tdpbsud %%tmm%c2, %%tmm%c1, %%tmm%c0" ::"i"(sums), "i"(rows), "i"(columns));
  }
};

/// Residues of the sums of a pair of groups of columns by a pair of groups of rows, which are found while the tiles
/// multiply the next ones: a few columns at a time.
class pending_residues {
public:
  static constexpr int most_columns = 2 * static_cast<int>(tile_side);

  /// Which byte of four the residues are.
  ISOBIT_INLINE explicit pending_residues(int byte)
      : mine_(0x1111111111111111u << byte), before_(0x1111111111111111u * ((1u << byte) - 1)) {}

  ISOBIT_INLINE void step(lane_reduction const& reduction, int count) {
    for (; count > 0 && columns_ > 0; --count) {
      find(reduction, sums_, out_);
      if (both_) find(reduction, sums_ + tile_sums, out_ + 4 * tile_side);
      sums_ += tile_side, out_ += out_stride_, --columns_;
      if (columns_ == static_cast<int>(tile_side)) sums_ += tile_sums;
    }
  }
  ISOBIT_INLINE void finish(lane_reduction const& reduction) { step(reduction, most_columns); }
  ISOBIT_INLINE void start(std::int32_t const* sums, int rights, int lefts, std::uint8_t* out, index out_stride) {
    sums_ = sums, both_ = lefts == 2, out_ = out, out_stride_ = out_stride;
    columns_ = rights * static_cast<int>(tile_side);
  }

private:
  ISOBIT_INLINE void find(lane_reduction const& reduction, std::int32_t const* sums, std::uint8_t* out) const {
    __m512i const residues = reduction.residues(_mm512_load_si512(sums));
    // The first of four clears the others: there may be no more.
    __m512i const others = _mm512_maskz_loadu_epi8(before_, out);
    __m512i const low_bytes = _mm512_set4_epi32(0x0c0c0c0c, 0x08080808, 0x04040404, 0);
    _mm512_storeu_si512(out, _mm512_mask_shuffle_epi8(others, mine_, residues, low_bytes));
  }

  __mmask64 mine_, before_;
  std::int32_t const* sums_ = nullptr;
  std::uint8_t* out_ = nullptr;
  index out_stride_ = 0;
  int columns_ = 0;  // that are left
  bool both_ = false;
};

/// Groups of lines that are fetched into the second cache, a few lines of it at a time, before they are needed.
class fetched_ahead {
public:
  fetched_ahead() = default;
  ISOBIT_INLINE fetched_ahead(std::uint8_t const* first, index stride, index groups, index chunks)
      : at_(first), stride_(stride), bytes_(chunks * tile_bytes), end_(first + bytes_), groups_(groups) {}

  /// So many lines in each of `steps` fetch all of it.
  [[nodiscard]] ISOBIT_INLINE int lines_in_step(index steps) const {
    return static_cast<int>((groups_ * bytes_ / cache_line + steps - 1) / steps);
  }
  ISOBIT_INLINE void step(int lines) {
    for (int i = 0; i < lines && groups_ > 0; ++i) {
      _mm_prefetch(at_, _MM_HINT_T1);
      at_ += cache_line;
      if (at_ == end_) at_ += stride_ - bytes_, end_ += stride_, --groups_;
    }
  }

private:
  static constexpr index cache_line = 64;
  std::uint8_t const* at_ = nullptr;
  index stride_ = 0, bytes_ = 0;
  std::uint8_t const* end_ = nullptr;
  index groups_ = 0;
};

/// What is done while tiles multiply: after every other multiplication residues of a few columns, and now and then a
/// few lines of what is multiplied next.
struct work_beside {
  pending_residues pending;
  fetched_ahead rows = {}, columns = {};
  int residues = 0, row_lines = 0, column_lines = 0;

  ISOBIT_INLINE void step(lane_reduction const& reduction) { pending.step(reduction, residues); }
  ISOBIT_INLINE void fetch() { rows.step(row_lines), columns.step(column_lines); }
};

/// Two groups of columns by two groups of rows, of each a few chunks. Two tiles of columns stay in the nearest cache,
/// those of rows pass by.
template <class Tiles>
ISOBIT_INLINE void multiply_pairs(Tiles& tiles, std::uint8_t const* const (&right)[2],
                                  std::uint8_t const* const (&left)[2], index chunks, bool goes_on, std::int32_t* sums,
                                  lane_reduction const& reduction, work_beside& beside) {
  if (goes_on) {
    tiles.template load<0>(sums), tiles.template load<1>(sums + tile_sums);
    tiles.template load<2>(sums + 2 * tile_sums), tiles.template load<3>(sums + 3 * tile_sums);
  } else {
    tiles.template clear<0>(), tiles.template clear<1>(), tiles.template clear<2>(), tiles.template clear<3>();
  }
  for (index chunk = 0; chunk < chunks; ++chunk) {
    index const at = chunk * tile_bytes;
    tiles.template load<4>(right[0] + at);
    tiles.template load_passing<6>(left[0] + at);
    tiles.template multiply<0, 4, 6>();
    tiles.template load_passing<7>(left[1] + at);
    tiles.template multiply<1, 4, 7>();
    beside.step(reduction);
    tiles.template load<5>(right[1] + at);
    tiles.template multiply<2, 5, 6>();
    tiles.template multiply<3, 5, 7>();
    beside.step(reduction);
    beside.fetch();
  }
  tiles.template store<0>(sums), tiles.template store<1>(sums + tile_sums);
  tiles.template store<2>(sums + 2 * tile_sums), tiles.template store<3>(sums + 3 * tile_sums);
}

/// As many chunks of two groups as the nearest cache holds beside what passes by; up to a quarter more, or the rest
/// would be short.
inline constexpr index tile_chunks_at_once = 16, most_chunks_at_once = 20;

/// How many chunks are multiplied next, of so many left.
ISOBIT_INLINE index next_chunks(index left_over) {
  return left_over <= most_chunks_at_once ? left_over : tile_chunks_at_once;
}

/// Two groups of lines. Where the second one is missing, the first one takes its place.
struct pair_of_groups {
  std::uint8_t const* at[2];
  int groups;

  ISOBIT_INLINE pair_of_groups(std::uint8_t const* lines, index stride, index number, index all_groups)
      : groups(2 * number + 1 < all_groups ? 2 : 1) {
    at[0] = lines + 2 * number * stride;
    at[1] = groups == 2 ? at[0] + stride : at[0];
  }
};

/// A sum that goes on starts with its residue.
inline void start_with_residues(residue_product const& call, index row_pairs) {
  for (index j = 0; j < call.column_groups * tile_side; ++j)
    for (index group = 0; group < call.row_groups; ++group) {
      std::int32_t* const sums = call.sums + (j / (2 * tile_side) * row_pairs + group / 2) * pair_sums;
      index const at = (j / tile_side % 2 * 2 + group % 2) * tile_sums + j % tile_side * tile_side;
      __m512i const fours = _mm512_loadu_si512(call.out + j * call.out_stride + group * 4 * tile_side);
      __m512i const shifted = _mm512_srlv_epi32(fours, _mm512_set1_epi32(8 * call.byte));
      _mm512_store_si512(sums + at, _mm512_and_si512(shifted, _mm512_set1_epi32(255)));
    }
}

/// In local variables whose address nobody has: the instructions for tiles may write anything else.
template <class Tiles> inline void multiply_by_tiles(modulus const& m, residue_product const& given) {
  residue_product const call = given;
  lane_reduction const reduction(m);
  work_beside beside = {pending_residues(call.byte)};
  index const all_chunks = (call.pieces * residue_depth + residue_chunk - 1) / residue_chunk;
  index const row_pairs = (call.row_groups + 1) / 2, column_pairs = (call.column_groups + 1) / 2;
  // Two are enough where sums are finished at once: one that is multiplied, and one whose residues are found.
  bool const at_once = all_chunks <= most_chunks_at_once && !call.continues;
  alignas(64) std::int32_t two_pairs[2 * pair_sums];
  index turn = 0;
  Tiles tiles;
  if (call.continues) start_with_residues(call, row_pairs);
  for (index first = 0, chunks = 0; first < all_chunks; first += chunks) {
    chunks = next_chunks(all_chunks - first);
    bool const is_last = first + chunks == all_chunks, goes_on = call.continues || first != 0;
    std::uint8_t const *const left = call.left + first * tile_bytes, *const right = call.right + first * tile_bytes;
    // What comes next: more chunks of the same lines, or those of another modulus.
    std::uint8_t const* const next_left = is_last ? call.next_left : left + chunks * tile_bytes;
    std::uint8_t const* const next_right = is_last ? call.next_right : right + chunks * tile_bytes;
    index const chunks_after = next_chunks(is_last ? all_chunks : all_chunks - first - chunks);
    beside.residues = static_cast<int>((pending_residues::most_columns + 2 * chunks - 1) / (2 * chunks));
    if (next_left != nullptr) beside.rows = {next_left, call.left_stride, call.row_groups, chunks_after};
    beside.row_lines = beside.rows.lines_in_step(row_pairs * chunks * column_pairs);
    for (index j = 0; j < column_pairs; ++j) {
      pair_of_groups const columns(right, call.right_stride, j, call.column_groups);
      if (j + 1 < column_pairs) {
        pair_of_groups const after(right, call.right_stride, j + 1, call.column_groups);
        beside.columns = {after.at[0], call.right_stride, after.groups, chunks};
      } else if (next_right != nullptr)
        beside.columns = {next_right, call.right_stride, call.column_groups > 1 ? 2 : 1, chunks_after};
      beside.column_lines = beside.columns.lines_in_step(row_pairs * chunks);
      for (index i = 0; i < row_pairs; ++i) {
        pair_of_groups const rows(left, call.left_stride, i, call.row_groups);
        std::int32_t* const sums =
            at_once ? two_pairs + (turn ^= 1) * pair_sums : call.sums + (j * row_pairs + i) * pair_sums;
        multiply_pairs(tiles, columns.at, rows.at, chunks, goes_on, sums, reduction, beside);
        beside.pending.finish(reduction);
        if (is_last)
          beside.pending.start(sums, columns.groups, rows.groups,
                               call.out + 2 * j * tile_side * call.out_stride + 2 * i * 4 * tile_side, call.out_stride);
      }
    }
  }
  beside.pending.finish(reduction);
}

template <class Tiles>
inline constexpr residue_table tile_residues = {
    .right_order = residue_order::lines,
    .block_side = 384,
    .chunks_at_once = most_chunks_at_once,
    .moduli_together = 4,
    .costs = {.products = 450, .conversion = 0.36, .reconstruction = 0.9},
    .left = convert_lines<true, residue_order::pieces>,
    .right = convert_lines<false, residue_order::lines>,
    .multiply = multiply_by_tiles<Tiles>,
    .reconstruct = reconstruct_by_bytes,
};

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
