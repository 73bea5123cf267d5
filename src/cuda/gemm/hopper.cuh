#pragma once

#include <cstdint>

#include <isobit/version.hpp>

/// Instructions of Hopper (sm_90a): products of tiles in shared memory, copies to it, and barriers that count both.
ISOBIT_NAMESPACE_BEGIN
namespace cuda::hopper {

__device__ inline unsigned shared_address(void const* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

/// A tile of lines of 128 bytes at an address that is a multiple of 1024, in the order of `place_in_tile`; 8 lines are
/// 1024 bytes apart.
__device__ inline std::uint64_t tile_descriptor(unsigned address) {
  constexpr std::uint64_t swizzle_128 = 1ull << 62, eight_lines = (1024ull / 16) << 32, unused = 1ull << 16;
  return (address & 0x3ffffu) >> 4 | unused | eight_lines | swizzle_128;
}

#define ISOBIT_SUMS_4(i) "+r"(sum[i]), "+r"(sum[i + 1]), "+r"(sum[i + 2]), "+r"(sum[i + 3])
#define ISOBIT_SUMS_16(i) ISOBIT_SUMS_4(i), ISOBIT_SUMS_4(i + 4), ISOBIT_SUMS_4(i + 8), ISOBIT_SUMS_4(i + 12)
#define ISOBIT_SUMS_64(i) ISOBIT_SUMS_16(i), ISOBIT_SUMS_16(i + 16), ISOBIT_SUMS_16(i + 32), ISOBIT_SUMS_16(i + 48)

/// 64 x 256 sums of 32 products of unsigned bytes each, added to the sums, or instead of them; by four warps.
__device__ inline void multiply(unsigned (&sum)[128], std::uint64_t left, std::uint64_t right, int adds) {
  asm volatile("{\n"
               ".reg .pred adds;\n"
               "setp.ne.b32 adds, %130, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n256k32.s32.u8.u8 {"
               "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
               "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
               "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
               "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "
               "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "
               "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "
               "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "
               "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, "
               "%128, %129, adds;\n"
               "}\n"
               : ISOBIT_SUMS_64(0), ISOBIT_SUMS_64(64)
               : "l"(left), "l"(right), "r"(adds));
}

#undef ISOBIT_SUMS_4
#undef ISOBIT_SUMS_16
#undef ISOBIT_SUMS_64

__device__ inline void begin_products() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void commit_products() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
/// Until all products are there but those of the last `Pending` commits.
template <int Pending> __device__ inline void wait_for_products() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(Pending) : "memory");
}

/// The number of registers of this warpgroup's threads.
template <int Count> __device__ inline void give_registers() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(Count));
}
template <int Count> __device__ inline void take_registers() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(Count));
}

__device__ inline unsigned rank_in_cluster() {
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__device__ inline void synchronize_cluster() {
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}

/// A barrier in shared memory, given by its address.
__device__ inline void start_barrier(unsigned barrier, int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals));
}
/// So that copies and other blocks of the cluster see new barriers.
__device__ inline void publish_barriers() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ inline void wait(unsigned barrier, unsigned parity) {
  asm volatile("{\n"
               ".reg .pred done;\n"
               "again_%=:\n"
               "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
               "@!done bra again_%=;\n"
               "}\n" ::"r"(barrier),
               "r"(parity)
               : "memory");
}
/// One arrival, which expects so many bytes of copies.
__device__ inline void arrive_expecting(unsigned barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}
/// At the same barrier of another block of the cluster.
__device__ inline void arrive_at(unsigned barrier, unsigned rank) {
  asm volatile("{\n"
               ".reg .b32 there;\n"
               "mapa.shared::cluster.u32 there, %0, %1;\n"
               "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [there];\n"
               "}\n" ::"r"(barrier),
               "r"(rank)
               : "memory");
}

__device__ inline void copy(unsigned to, void const* from, int bytes, unsigned barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to),
               "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(barrier)
               : "memory");
}
/// To the same place of all blocks in the mask.
__device__ inline void copy_to_all(unsigned to, void const* from, int bytes, unsigned barrier, unsigned short mask) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], "
      "%4;" ::"r"(to),
      "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(barrier), "h"(mask)
      : "memory");
}

}  // namespace cuda::hopper
ISOBIT_NAMESPACE_END
