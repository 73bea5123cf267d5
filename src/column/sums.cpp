#include <algorithm>
#include <bit>

#include <isobit/method/binned.hpp>
#include <isobit/method/extended.hpp>

#include "column/in_sequence.hpp"
#include "column/kernels.hpp"
#include "column/operations.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace columns {

namespace {

template <number_format Format> void sum_one_exactly(rows const& in, std::size_t i, std::byte* result) noexcept {
  constexpr std::size_t size = size_of(Format);
  store_bits<Format>(result + i * size, sum_in_integers<Format>({in.first + i * size, in.stride, in.ranks}));
}

/// Kernels, and integers for what they leave open.
template <number_format Format> void sum_exactly_by_kernels(rows const& in, std::byte* result) {
  constexpr std::size_t size = size_of(Format);
  auto const& kernels = columns::kernels();
  auto const kernel = Format == number_format::binary64 ? kernels.sum_f64 : kernels.sum_f32;
  in_standard_rounding([&] {
    for (std::size_t first = 0; first < in.count; first += block_columns) {
      block_rows const block = {in.first + first * size, in.stride, in.ranks,
                                std::min(block_columns, in.count - first)};
      for (auto open = kernel(block, result + first * size); open != 0; open &= open - 1)
        sum_one_exactly<Format>(in, first + static_cast<std::size_t>(std::countr_zero(open)), result);
    }
  });
}

template <number_format Format>
constexpr bool is_native = Format == number_format::binary32 || Format == number_format::binary64;

template <number_format Format> void sum_exactly(rows const& in, std::byte* result) {
  if constexpr (is_native<Format>)
    sum_exactly_by_kernels<Format>(in, result);
  else
    for (std::size_t i = 0; i < in.count; ++i) sum_one_exactly<Format>(in, i, result);
}

template <class T> void sum_in_bins(int bins, rows const& in, std::byte* result) {
  switch (bins) {
  case 1:
    return by_accumulator<binned<T, 1>>(in, result);
  case 2:
    return by_accumulator<binned<T, 2>>(in, result);
  case 4:
    return by_accumulator<binned<T, 4>>(in, result);
  default:
    return by_accumulator<binned<T, 3>>(in, result);
  }
}

}  // namespace

template <number_format Format> void sum_columns(recipe const& how, rows const& in, std::byte* result) {
  using T = typename value_of<Format>::type;
  switch (how.how) {
  case rule::order:
    return in_rank_order<T>(in, result, std::plus<>());
  case rule::shuffle:
    return in_shuffled_order<T>(in, how.seed, result, std::plus<>());
  case rule::kahan:
  case rule::knuth:
    if constexpr (is_native<Format>)
      return how.how == rule::kahan ? by_accumulator<kahan<T>>(in, result) : by_accumulator<knuth<T>>(in, result);
    else
      return how.how == rule::kahan ? compensated_in_rank_order<compensation::kahan, T>(in, result)
                                    : compensated_in_rank_order<compensation::knuth, T>(in, result);
  case rule::binned:
    if constexpr (is_native<Format>) return sum_in_bins<T>(how.bins, in, result);
    break;
  case rule::extended:
    if constexpr (is_native<Format>) return by_accumulator<extended<T>>(in, result);
    break;
  case rule::exact:
    break;
  }
  sum_exactly<Format>(in, result);
}

template void sum_columns<number_format::binary32>(recipe const&, rows const&, std::byte*);
template void sum_columns<number_format::binary64>(recipe const&, rows const&, std::byte*);
template void sum_columns<number_format::x87>(recipe const&, rows const&, std::byte*);
template void sum_columns<number_format::binary128>(recipe const&, rows const&, std::byte*);

}  // namespace columns
ISOBIT_NAMESPACE_END
