// A program that knows nothing of isobit but for the check: products by cuBLAS, preloaded or not. Its argument says
// whether they are to have the bits of linalg::gemm.
#include <complex>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

#include <cublas_v2.h>
#include <cuda_runtime_api.h>

#include <isobit/linalg/gemm.hpp>

namespace {

constexpr int m = 37, n = 45, k = 300, batch = 3;
int failures = 0;

template <class T> struct device_copy {
  T* data = nullptr;
  std::size_t size;
  explicit device_copy(std::vector<T> const& values) : size(values.size()) {
    cudaMalloc(reinterpret_cast<void**>(&data), size * sizeof(T));
    cudaMemcpy(data, values.data(), size * sizeof(T), cudaMemcpyHostToDevice);
  }
  device_copy(device_copy const&) = delete;
  device_copy& operator=(device_copy const&) = delete;
  ~device_copy() { cudaFree(data); }
  [[nodiscard]] std::vector<T> fetch() const {
    std::vector<T> values(size);
    cudaMemcpy(values.data(), data, size * sizeof(T), cudaMemcpyDeviceToHost);
    return values;
  }
};

template <class T> std::vector<T> normal(std::size_t count, unsigned seed) {
  using real = isobit::linalg::real_of<T>;
  std::mt19937_64 bits(seed);
  std::normal_distribution<double> distribution;
  std::vector<T> values(count);
  auto* const parts = reinterpret_cast<real*>(values.data());
  for (std::size_t i = 0; i < count * sizeof(T) / sizeof(real); ++i) parts[i] = static_cast<real>(distribution(bits));
  return values;
}

template <class T> T const factor = T(0.7f);
template <class R> std::complex<R> const factor<std::complex<R>> = {R(0.7f), R(-1.3f)};

/// call(a, b, c) multiplies on the GPU: c = factor a^H b - c, one after another of a batch.
template <class T, class Call> void expect_same(char const* name, int count, Call call) {
  auto const a = normal<T>(std::size_t(m * k * count), 1), b = normal<T>(std::size_t(k * n * count), 2);
  auto c = normal<T>(std::size_t(m * n * count), 3);
  device_copy<T> const left(a), right(b), result(c);
  cublasStatus_t const status = call(left.data, right.data, result.data);
  cudaDeviceSynchronize();
  for (int i = 0; i < count; ++i)
    isobit::linalg::gemm(factor<T>, adjoint(isobit::column_major(a.data() + i * m * k, k, m)),
                         isobit::column_major(b.data() + i * k * n, k, n), T(-1),
                         isobit::column_major(c.data() + i * m * n, m, n));
  auto const found = result.fetch();
  if (status == CUBLAS_STATUS_SUCCESS && std::memcmp(found.data(), c.data(), c.size() * sizeof(T)) == 0) return;
  std::printf("%s: status %d, other bits\n", name, int(status));
  ++failures;
}

template <class T>
void try_all(cublasHandle_t handle, auto gemm, auto strided, cudaDataType type, cublasComputeType_t compute) {
  T const alpha = factor<T>, beta = -1;
  auto const adjoint = CUBLAS_OP_C, plain = CUBLAS_OP_N;
  expect_same<T>("gemm", 1, [&](T const* a, T const* b, T* c) {
    return gemm(handle, adjoint, plain, m, n, k, &alpha, a, k, b, k, &beta, c, m);
  });
  expect_same<T>("strided", batch, [&](T const* a, T const* b, T* c) {
    return strided(handle, adjoint, plain, m, n, k, &alpha, a, k, m * k, b, k, k * n, &beta, c, m, m * n, batch);
  });
  expect_same<T>("GemmEx", 1, [&](T const* a, T const* b, T* c) {
    return cublasGemmEx(handle, adjoint, plain, m, n, k, &alpha, a, type, k, b, type, k, &beta, c, type, m, compute,
                        CUBLAS_GEMM_DEFAULT);
  });
  expect_same<T>("GemmStridedBatchedEx", batch, [&](T const* a, T const* b, T* c) {
    return cublasGemmStridedBatchedEx(handle, adjoint, plain, m, n, k, &alpha, a, type, k, m * k, b, type, k, k * n,
                                      &beta, c, type, m, m * n, batch, compute, CUBLAS_GEMM_DEFAULT);
  });
  device_copy<T> const scalars({alpha, beta});
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  expect_same<T>("scalars on the GPU", 1, [&](T const* a, T const* b, T* c) {
    return gemm(handle, adjoint, plain, m, n, k, scalars.data, a, k, b, k, scalars.data + 1, c, m);
  });
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
}

/// cuBLAS has names of its own for complex numbers.
template <class T> T in_cuda(T x) { return x; }
cuDoubleComplex const* in_cuda(std::complex<double> const* x) { return reinterpret_cast<cuDoubleComplex const*>(x); }
cuDoubleComplex* in_cuda(std::complex<double>* x) { return reinterpret_cast<cuDoubleComplex*>(x); }
cuComplex const* in_cuda(std::complex<float> const* x) { return reinterpret_cast<cuComplex const*>(x); }
cuComplex* in_cuda(std::complex<float>* x) { return reinterpret_cast<cuComplex*>(x); }

}  // namespace

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("SKIPPED: no GPU here");
    return 77;
  }
  cublasHandle_t handle = nullptr;
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
  try_all<double>(
      handle, [](auto... x) { return cublasDgemm(x...); }, [](auto... x) { return cublasDgemmStridedBatched(x...); },
      CUDA_R_64F, CUBLAS_COMPUTE_64F);
  try_all<float>(
      handle, [](auto... x) { return cublasSgemm(x...); }, [](auto... x) { return cublasSgemmStridedBatched(x...); },
      CUDA_R_32F, CUBLAS_COMPUTE_32F);
  try_all<std::complex<double>>(
      handle, [](auto... x) { return cublasZgemm(in_cuda(x)...); },
      [](auto... x) { return cublasZgemmStridedBatched(in_cuda(x)...); }, CUDA_C_64F, CUBLAS_COMPUTE_64F);
  try_all<std::complex<float>>(
      handle, [](auto... x) { return cublasCgemm(in_cuda(x)...); },
      [](auto... x) { return cublasCgemmStridedBatched(in_cuda(x)...); }, CUDA_C_32F, CUBLAS_COMPUTE_32F);
  // Others are passed on: TF32 has other bits, and an error is cuBLAS's.
  float const one = 1, zero = 0;
  device_copy<float> const x(normal<float>(16, 4)), y(normal<float>(16, 5)), z(normal<float>(16, 6));
  if (cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, x.data, CUDA_R_32F, 4, y.data, CUDA_R_32F, 4, &zero,
                   z.data, CUDA_R_32F, 4, CUBLAS_COMPUTE_32F_FAST_TF32, CUBLAS_GEMM_DEFAULT) != CUBLAS_STATUS_SUCCESS)
    ++failures, std::puts("a product in TF32 failed");
  if (cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, x.data, 3, y.data, 4, &zero, z.data, 4) !=
      CUBLAS_STATUS_INVALID_VALUE)
    ++failures, std::puts("a leading dimension too small was accepted");
  cublasDestroy(handle);
  std::printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
