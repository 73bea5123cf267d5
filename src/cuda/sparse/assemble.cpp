#include <isobit/cuda/sparse_assemble.hpp>

#include <bit>

#include "cuda/sparse/check.hpp"
#include "cuda/sparse/pattern.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::sparse::detail {

namespace {

template <class Index>
void check_indices(place const& here, char const* what, std::span<Index const> indices, index end) {
  auto const bad = static_cast<std::size_t>(first_outside(here, indices, end));
  if (bad == indices.size()) return;
  Index number = 0;
  here.fetch(&number, indices.data() + bad, sizeof number);
  refuse("contribution " + std::to_string(bad) + " is for " + what + " " + std::to_string(number) + ", and there are " +
         std::to_string(end) + ", numbered from 0");
}

}  // namespace

template <class Index>
sorted_places<Index> sort_places(on_stream const& on, index rows, index columns, std::span<Index const> i,
                                 std::span<Index const> j) {
  place const here(on);
  check_sizes(rows, columns);
  if (i.size() != j.size())
    refuse(std::to_string(i.size()) + " rows and " + std::to_string(j.size()) + " columns of contributions");
  if (i.size() > std::size_t{std::numeric_limits<std::int32_t>::max()})
    refuse(std::to_string(i.size()) + " contributions are more than 2^31 - 1; assemble on the host, or in parts");
  if (std::bit_width(static_cast<std::uint64_t>(rows)) + std::bit_width(static_cast<std::uint64_t>(columns)) > 63)
    refuse("a matrix of " + std::to_string(rows) + " rows and " + std::to_string(columns) +
           " columns has more places than 63 bits number");
  here.require_array(i, "the rows of contributions");
  here.require_array(j, "the columns of contributions");
  if (i.empty()) {
    sorted_places<Index> none;
    none.offsets = device_array<Index>(std::vector<Index>(static_cast<std::size_t>(rows) + 1), on);
    none.starts = device_array<std::int32_t>(std::vector<std::int32_t>(1), on);
    return none;
  }
  check_indices(here, "row", i, rows);
  check_indices(here, "column", j, columns);
  return sort_contributions(here, rows, columns, i, j);
}

template <class T>
void add_sorted(on_stream const& on, std::span<std::int32_t const> order, std::span<std::int32_t const> starts,
                std::span<T const> values, std::span<T> of_entries) {
  place const here(on);
  if (values.size() != order.size())
    refuse(std::to_string(values.size()) + " values for " + std::to_string(order.size()) + " contributions");
  if (of_entries.size() + 1 != starts.size()) refuse("the values of a matrix that has another pattern");
  here.require_array(values, "the contributions");
  here.require_array(order, "the pattern");
  here.require_array(starts, "the pattern");
  here.require_array(of_entries, "the values of the matrix");
  if (isobit::detail::overlap(values, std::span<T const>(of_entries)))
    refuse("the contributions share memory with the matrix");
  row_sums<T> const rows = {.rows = static_cast<long long>(of_entries.size()),
                            .entries = static_cast<long long>(order.size()),
                            .offsets = index_array(starts.data()),
                            .indices = index_array(order.data()),
                            .x = values.data()};
  open_rows_memory const open(here, rows.rows);
  start_rows<T>(here, rows, {1, 0, of_entries.data()}, open);
}

template <class T> device_array<T> copy_of(std::span<T const> values, on_stream const& on) {
  place const here(on);
  device_array<T> copy(values.size());
  if (!values.empty())
    check(cudaMemcpyAsync(copy.data(), values.data(), values.size_bytes(), cudaMemcpyDeviceToDevice, on.stream),
          "copying a pattern");
  return copy;
}

#define ISOBIT_INSTANTIATE(Index)                                                                   \
  template sorted_places<Index> sort_places(on_stream const&, index, index, std::span<Index const>, \
                                            std::span<Index const>);                                \
  template device_array<Index> copy_of(std::span<Index const>, on_stream const&);
ISOBIT_INSTANTIATE(std::int32_t)
ISOBIT_INSTANTIATE(std::int64_t)
#undef ISOBIT_INSTANTIATE
#define ISOBIT_INSTANTIATE(T)                                                                              \
  template void add_sorted(on_stream const&, std::span<std::int32_t const>, std::span<std::int32_t const>, \
                           std::span<T const>, std::span<T>);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)

}  // namespace cuda::sparse::detail
ISOBIT_NAMESPACE_END
