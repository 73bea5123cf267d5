#include "column/in_sequence.hpp"
#include "column/operations.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace columns {

template <number_format Format> void multiply_columns(recipe const& how, rows const& in, std::byte* result) {
  using T = typename value_of<Format>::type;
  if (how.how == rule::shuffle) return in_shuffled_order<T>(in, how.seed, result, std::multiplies<>());
  // A product of two numbers is rounded once in any case.
  if (how.how == rule::order || in.ranks == 2 || in.ranks > most_exact_factors)
    return in_rank_order<T>(in, result, std::multiplies<>());
  constexpr std::size_t size = size_of(Format);
  for (std::size_t i = 0; i < in.count; ++i)
    store_bits<Format>(result + i * size, product_in_integers<Format>({in.first + i * size, in.stride, in.ranks}));
}

template <number_format Format> void multiply_complex_columns(recipe const& how, rows const& in, std::byte* result) {
  using T = complex_value<typename value_of<Format>::type>;
  if (how.how == rule::shuffle) return in_shuffled_order<T>(in, how.seed, result, std::multiplies<>());
  in_rank_order<T>(in, result, std::multiplies<>());
}

#define ISOBIT_INSTANTIATE(format)                                                               \
  template void multiply_columns<number_format::format>(recipe const&, rows const&, std::byte*); \
  template void multiply_complex_columns<number_format::format>(recipe const&, rows const&, std::byte*);
ISOBIT_INSTANTIATE(binary32)
ISOBIT_INSTANTIATE(binary64)
ISOBIT_INSTANTIATE(x87)
ISOBIT_INSTANTIATE(binary128)
#undef ISOBIT_INSTANTIATE

}  // namespace columns
ISOBIT_NAMESPACE_END
