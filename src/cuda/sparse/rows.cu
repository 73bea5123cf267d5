#include "cuda/sparse/rows.hpp"

#include <algorithm>

#include "cuda/most_blocks.hpp"
#include "cuda/sparse/round_rows.cuh"
#include "cuda/sparse/settle_rows.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::sparse {

open_rows_memory::open_rows_memory(place const& here, long long rows)
    : memory_(open_rows::bytes_for(rows), here.device(), here.stream()) {
  check(cudaMemsetAsync(memory_.data(), 0, sizeof(open_rows), here.stream()), "clearing a list of rows");
}

template <class T>
void start_rows(place const& here, row_sums<T> const& of, row_results<T> const& to, open_rows_memory const& open) {
  if (of.rows == 0) return;
  int const lanes = row_tile::lanes_for(of.rows, of.entries);
  long long const rows_of_a_block = row_tile::threads / lanes;
  auto const tiles = static_cast<unsigned>((of.rows + rows_of_a_block - 1) / rows_of_a_block);
  round_rows<<<tiles, row_tile::threads, 0, here.stream()>>>(of, to, lanes, open.get());
  check(cudaGetLastError(), "starting the rows of a matrix");

  using shape = open_row_block;
  check(cudaFuncSetAttribute(settle_rows<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, shape::shared_bytes),
        "asking for shared memory");
  constexpr long long enough = 128;
  auto const blocks = static_cast<unsigned>(std::min({enough, of.rows, most_blocks.load()}));
  settle_rows<<<blocks, shape::threads, shape::shared_bytes, here.stream()>>>(of, to, open.get(), here.with());
  check(cudaGetLastError(), "starting the open rows of a matrix");
}

template void start_rows(place const&, row_sums<double> const&, row_results<double> const&, open_rows_memory const&);
template void start_rows(place const&, row_sums<float> const&, row_results<float> const&, open_rows_memory const&);

}  // namespace cuda::sparse
ISOBIT_NAMESPACE_END
