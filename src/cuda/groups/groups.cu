#include <algorithm>

#include "cuda/groups/find.cuh"
#include "cuda/groups/group_kernel.cuh"
#include "cuda/most_blocks.hpp"
#include "cuda/simple_kernel.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

namespace {

template <class T, class Number, class Words>
void start(place const& here, group_task<T, Number> task, std::size_t shared_bytes, std::size_t most_bytes) {
  using worker = group_worker<T, Number, Words>;
  auto* const kernel = group_kernel<T, Number, Words>;
  int processors = 0, blocks = 0;
  // The kernel's, not the call's: the same for every thread that calls.
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(most_bytes)),
        "asking for shared memory");
  check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, here.device()),
        "asking for the processors");
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, worker::threads, shared_bytes),
        "asking how many blocks fit");
  constexpr long long piece = worker::threads * worker::batch;
  long long const wanted = std::max((task.size + piece - 1) / piece, (task.groups + piece - 1) / piece);
  long long const room = std::min<long long>(static_cast<long long>(std::max(blocks, 1)) * processors, most_blocks);
  auto const grid = static_cast<unsigned>(std::clamp(wanted, 1ll, room));
  void* arguments[] = {&task};
  check(cudaLaunchCooperativeKernel(reinterpret_cast<void const*>(kernel), grid, worker::threads, arguments,
                                    shared_bytes, here.stream()),
        "starting sums of groups");
}

template <class T>
__global__ void find_bins(T const* samples, long long size, T const* edges, long long edge_count, std::int32_t* number,
                          group_control* control) {
  for_each_index(edge_count - 1, [&](long long i) {
    if (!(edges[i] <= edges[i + 1])) atomicOr(&control->refused, group_control::edges_in_disorder);
  });
  long long const bins = edge_count - 1;
  for_each_index(size, [&](long long i) {
    T const x = samples[i];
    bool const inside = edges[0] <= x && x <= edges[bins];  // which NaN is not
    number[i] = inside ? static_cast<std::int32_t>(min(elements_up_to(edges, edge_count, x), bins) - 1) : -1;
  });
}

}  // namespace

template <class T, class Number> void start_groups(place const& here, group_task<T, Number> const& task) {
  using few = block_words<T>;
  if (task.groups <= few::most_groups)
    start<T, Number, few>(here, task, task.groups * few::copies(task.groups) * few::bytes_of_slot,
                          few::most_groups * few::bytes_of_slot);
  else
    start<T, Number, global_words<T>>(here, task, 0, 0);
}

template <class T>
void start_binning(place const& here, T const* samples, long long size, T const* edges, long long edge_count,
                   std::int32_t* number, group_control* control) {
  find_bins<<<blocks_for_some(std::max(size, edge_count)), simple_threads, 0, here.stream()>>>(
      samples, size, edges, edge_count, number, control);
  check(cudaGetLastError(), "finding bins");
}

#define ISOBIT_INSTANTIATE(T)                                                   \
  template void start_groups(place const&, group_task<T, std::int32_t> const&); \
  template void start_groups(place const&, group_task<T, std::int64_t> const&); \
  template void start_binning(place const&, T const*, long long, T const*, long long, std::int32_t*, group_control*);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)

}  // namespace cuda
ISOBIT_NAMESPACE_END
