#include <algorithm>
#include <bit>

#include <isobit/method/binned.hpp>
#include <isobit/method/extended.hpp>

#include "column/in_sequence.hpp"
#include "column/kernels.hpp"
#include "column/operations.hpp"
#include "sum/kernels.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace columns {

namespace {

template <number_format Format> void sum_one_exactly(rows const& in, std::size_t i, std::byte* result) noexcept {
  constexpr std::size_t size = size_of(Format);
  store_bits<Format>(result + i * size, sum_in_integers<Format>({in.first + i * size, in.stride, in.ranks}));
}

/// From so many rows of doubles on the kernel for many is quicker.
constexpr int many_rows = 20;

/// Of so many floats it pays to look at the machine's flags; in columns of more rows than these they would be raised.
constexpr std::size_t many_floats = 1024;
constexpr int most_rows_for_flags = 4096;

/// Kernels, and integers for what they leave open.
template <number_format Format> class sums_by_kernels {
public:
  sums_by_kernels(rows const& in, std::byte* result) : in_(in), result_(result) {}

  void sum_all() const {
    if (!is_double || in_.ranks < many_rows) return sum(0, in_.count);
    in_panels([&](std::size_t first, std::size_t count) { sum_panel(first, count); });
  }
  /// The same for many floats: columns that no addition rounds take one pass.
  void sum_all(environment_guard& environment) const {
    bool const may_be_exact = in_.ranks <= most_rows_for_flags && summation::this_machine<float>().flags_work;
    in_panels([&](std::size_t first, std::size_t count) {
      if (!may_be_exact || !sum_if_exact(environment, first, count)) sum_panel(first, count);
    });
  }

private:
  static constexpr std::size_t size = size_of(Format);
  static constexpr bool is_double = Format == number_format::binary64;

  template <class Body> void in_panels(Body body) const {
    for (std::size_t first = 0; first < in_.count; first += panel_columns)
      body(first, std::min(panel_columns, in_.count - first));
  }
  void sum(std::size_t first, std::size_t count) const {
    auto const kernel = is_double ? kernels_.sum_f64 : kernels_.sum_f32;
    for (std::size_t const end = first + count; first < end; first += block_columns)
      for (auto open = kernel(columns(first, std::min(block_columns, end - first)), result_ + first * size); open != 0;
           open &= open - 1)
        sum_one_exactly<Format>(in_, first + static_cast<std::size_t>(std::countr_zero(open)), result_);
  }
  /// What the kernels for panels leave open, the others sum, with what lies between.
  void sum_panel(std::size_t first, std::size_t count) const {
    auto const& kernels = is_double ? widest_kernels() : kernels_;
    if (count < kernels.lanes) return sum(first, count);
    std::uint64_t open[panel_columns / 64];
    auto const kernel = is_double ? kernels.sum_many_rows : kernels.enclose_floats;
    kernel(columns(first, count), result_ + first * size, open);
    for (std::size_t word = 0; word * 64 < count; ++word)
      if (auto const bits = open[word]; bits != 0) {
        auto const low = static_cast<std::size_t>(std::countr_zero(bits));
        sum(first + word * 64 + low, static_cast<std::size_t>(std::bit_width(bits)) - low);
      }
  }
  [[nodiscard]] bool sum_if_exact(environment_guard& environment, std::size_t first, std::size_t count) const {
    if (count < kernels_.lanes) return false;
    double sums[panel_columns];
    environment.clear();
    kernels_.add_floats(columns(first, count), sums);
    if (environment.rounded()) return false;
    kernels_.narrow(sums, count, result_ + first * size);
    return true;
  }
  [[nodiscard]] block_rows columns(std::size_t first, std::size_t count) const {
    return {in_.first + first * size, in_.stride, in_.ranks, count};
  }

  column_kernels const& kernels_ = kernels();
  rows const& in_;
  std::byte* result_;
};

template <number_format Format>
constexpr bool is_native = Format == number_format::binary32 || Format == number_format::binary64;

bool are_many_floats(rows const& in) {
  return in.ranks > 2 && in.count * static_cast<std::size_t>(in.ranks) >= many_floats;
}

template <number_format Format> void sum_exactly(rows const& in, std::byte* result) {
  if constexpr (Format == number_format::binary32)
    if (are_many_floats(in))
      return in_standard_environment(
          [&](environment_guard& environment) { sums_by_kernels<Format>(in, result).sum_all(environment); });
  if constexpr (is_native<Format>)
    in_standard_rounding([&] { sums_by_kernels<Format>(in, result).sum_all(); });
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
