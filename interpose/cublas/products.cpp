// Matrix products of doubles, floats and complex numbers of these under cuBLAS's names: every entry correctly rounded.
// What has other types, scalars in device memory while a graph is captured, or arguments that cuBLAS refuses goes to
// the real cuBLAS.

#include <complex>
#include <optional>

#include <cuda_runtime_api.h>

#include <isobit/cuda/gemm.hpp>

#include "interpose/cublas/real_cublas.hpp"

namespace {

using namespace isobit::interpose::cublas;
using isobit::matrix_view;

/// A product as cuBLAS describes it; of a batch, if the count is not 1.
template <class T> struct product {
  cublasHandle_t handle;
  cublasOperation_t of_a, of_b;
  std::int64_t m, n, k;
  T const* alpha;
  T const* a;
  std::int64_t lda, stride_a;
  T const* b;
  std::int64_t ldb, stride_b;
  T const* beta;
  T* c;
  std::int64_t ldc, stride_c, count;
};

template <class T>
matrix_view<T const> view(T const* data, std::int64_t rows, std::int64_t columns, std::int64_t leading,
                          cublasOperation_t operation) {
  if (operation == CUBLAS_OP_N) return isobit::column_major(data, rows, columns, leading);
  auto const stored = isobit::column_major(data, columns, rows, leading);
  return operation == CUBLAS_OP_C ? adjoint(stored) : transposed(stored);  // the same for real numbers
}

/// The value of a scalar, wherever the handle says that it is; nothing where that cannot be read now.
template <class T> std::optional<T> scalar(cublasHandle_t handle, cudaStream_t stream, T const* at) {
  cublasPointerMode_t mode = CUBLAS_POINTER_MODE_HOST;
  auto* const get = real<decltype(cublasGetPointerMode_v2)>("cublasGetPointerMode_v2");
  if (get == nullptr || get(handle, &mode) != CUBLAS_STATUS_SUCCESS) return {};
  if (mode == CUBLAS_POINTER_MODE_HOST) return *at;
  cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(stream, &capture) != cudaSuccess || capture != cudaStreamCaptureStatusNone) return {};
  T value;
  if (cudaMemcpyAsync(&value, at, sizeof value, cudaMemcpyDeviceToHost, stream) != cudaSuccess) return {};
  if (cudaStreamSynchronize(stream) != cudaSuccess) return {};
  return value;
}

/// Nothing for what is left to cuBLAS.
template <class T> std::optional<cublasStatus_t> compute(product<T> const& p) noexcept try {
  cudaStream_t stream = nullptr;
  auto* const get = real<decltype(cublasGetStream_v2)>("cublasGetStream_v2");
  if (p.handle == nullptr || get == nullptr || get(p.handle, &stream) != CUBLAS_STATUS_SUCCESS) return {};
  auto const known = [](cublasOperation_t o) { return o == CUBLAS_OP_N || o == CUBLAS_OP_T || o == CUBLAS_OP_C; };
  if (!known(p.of_a) || !known(p.of_b)) return {};
  if (p.m < 0 || p.n < 0 || p.k < 0 || p.count < 0 || p.alpha == nullptr || p.beta == nullptr) return {};
  auto const alpha = scalar(p.handle, stream, p.alpha), beta = scalar(p.handle, stream, p.beta);
  if (!alpha || !beta) return {};
  isobit::cuda::gemm_strided_batch(*alpha, view(p.a, p.m, p.k, p.lda, p.of_a), p.stride_a,
                                   view(p.b, p.k, p.n, p.ldb, p.of_b), p.stride_b, *beta,
                                   isobit::column_major(p.c, p.m, p.n, p.ldc), p.stride_c, p.count, stream);
  return CUBLAS_STATUS_SUCCESS;
} catch (isobit::error const& e) {
  if (e.code() == isobit::status::out_of_memory) return CUBLAS_STATUS_ALLOC_FAILED;
  if (e.code() == isobit::status::invalid_argument) return {};
  return CUBLAS_STATUS_EXECUTION_FAILED;
} catch (...) {
  return CUBLAS_STATUS_INTERNAL_ERROR;
}

/// Ours where it is one that we compute, else the real one.
template <class T, class PassOn>
cublasStatus_t run(counted_function& function, product<T> const& p, bool is_ours, PassOn pass_on) {
  auto const result = is_ours ? compute(p) : std::nullopt;
  count(function, result.has_value());
  return result ? *result : pass_on();
}

/// The arguments have the types of the function's parameters.
template <class... Arguments> cublasStatus_t call_real(char const* name, Arguments... arguments) {
  auto* const function = reinterpret_cast<cublasStatus_t (*)(Arguments...)>(find_real(name));
  return function == nullptr ? CUBLAS_STATUS_NOT_INITIALIZED : function(arguments...);
}

/// What GemmEx means by its types, if it is a product of double or single precision without shortcuts.
enum class meaning { doubles, floats, complex_doubles, complex_floats, other };
meaning meaning_of(cudaDataType a, cudaDataType b, cudaDataType c, cublasComputeType_t compute) {
  auto const all = [&](cudaDataType type) { return a == type && b == type && c == type; };
  bool const in_doubles = compute == CUBLAS_COMPUTE_64F || compute == CUBLAS_COMPUTE_64F_PEDANTIC;
  bool const in_floats = compute == CUBLAS_COMPUTE_32F || compute == CUBLAS_COMPUTE_32F_PEDANTIC;
  if (in_doubles && all(CUDA_R_64F)) return meaning::doubles;
  if (in_doubles && all(CUDA_C_64F)) return meaning::complex_doubles;
  if (in_floats && all(CUDA_R_32F)) return meaning::floats;
  if (in_floats && all(CUDA_C_32F)) return meaning::complex_floats;
  return meaning::other;
}
template <class T>
product<T> product_of(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, std::int64_t m,
                      std::int64_t n, std::int64_t k, void const* alpha, void const* a, std::int64_t lda,
                      std::int64_t stride_a, void const* b, std::int64_t ldb, std::int64_t stride_b, void const* beta,
                      void* c, std::int64_t ldc, std::int64_t stride_c, std::int64_t count) {
  auto const in = [](void const* p) { return static_cast<T const*>(p); };
  return {handle,   of_a,     of_b,  m,   n,        k,        in(alpha),          in(a),
          lda,      stride_a, in(b), ldb, stride_b, in(beta), static_cast<T*>(c), ldc,
          stride_c, count};
}

/// The product of what the types mean; the arguments are those of product_of.
template <class PassOn, class... Arguments>
cublasStatus_t run_as(meaning what, counted_function& function, PassOn pass_on, Arguments... arguments) {
  switch (what) {
  case meaning::floats:
    return run(function, product_of<float>(arguments...), true, pass_on);
  case meaning::complex_doubles:
    return run(function, product_of<std::complex<double>>(arguments...), true, pass_on);
  case meaning::complex_floats:
    return run(function, product_of<std::complex<float>>(arguments...), true, pass_on);
  default:
    return run(function, product_of<double>(arguments...), what == meaning::doubles, pass_on);
  }
}

}  // namespace

extern "C" {

#define ISOBIT_GEMM(name, T, what, integer)                                                                            \
  [[gnu::visibility("default")]] cublasStatus_t name(                                                                  \
      cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, integer m, integer n, integer k,          \
      T const* alpha, T const* a, integer lda, T const* b, integer ldb, T const* beta, T* c, integer ldc) {            \
    static counted_function function(#name);                                                                           \
    auto const pass_on = [&] {                                                                                         \
      return call_real(#name, handle, of_a, of_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);                       \
    };                                                                                                                 \
    return run_as(meaning::what, function, pass_on, handle, of_a, of_b, m, n, k, alpha, a, lda, 0, b, ldb, 0, beta, c, \
                  ldc, 0, 1);                                                                                          \
  }
ISOBIT_GEMM(cublasDgemm_v2, double, doubles, int)
ISOBIT_GEMM(cublasSgemm_v2, float, floats, int)
ISOBIT_GEMM(cublasZgemm_v2, cuDoubleComplex, complex_doubles, int)
ISOBIT_GEMM(cublasCgemm_v2, cuComplex, complex_floats, int)
ISOBIT_GEMM(cublasDgemm_v2_64, double, doubles, std::int64_t)
ISOBIT_GEMM(cublasSgemm_v2_64, float, floats, std::int64_t)
ISOBIT_GEMM(cublasZgemm_v2_64, cuDoubleComplex, complex_doubles, std::int64_t)
ISOBIT_GEMM(cublasCgemm_v2_64, cuComplex, complex_floats, std::int64_t)

#define ISOBIT_STRIDED(name, T, what, integer)                                                                      \
  [[gnu::visibility("default")]] cublasStatus_t name(                                                               \
      cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, integer m, integer n, integer k,       \
      T const* alpha, T const* a, integer lda, long long stride_a, T const* b, integer ldb, long long stride_b,     \
      T const* beta, T* c, integer ldc, long long stride_c, integer count) {                                        \
    static counted_function function(#name);                                                                        \
    auto const pass_on = [&] {                                                                                      \
      return call_real(#name, handle, of_a, of_b, m, n, k, alpha, a, lda, stride_a, b, ldb, stride_b, beta, c, ldc, \
                       stride_c, count);                                                                            \
    };                                                                                                              \
    return run_as(meaning::what, function, pass_on, handle, of_a, of_b, m, n, k, alpha, a, lda, stride_a, b, ldb,   \
                  stride_b, beta, c, ldc, stride_c, count);                                                         \
  }
ISOBIT_STRIDED(cublasDgemmStridedBatched, double, doubles, int)
ISOBIT_STRIDED(cublasSgemmStridedBatched, float, floats, int)
ISOBIT_STRIDED(cublasZgemmStridedBatched, cuDoubleComplex, complex_doubles, int)
ISOBIT_STRIDED(cublasCgemmStridedBatched, cuComplex, complex_floats, int)
ISOBIT_STRIDED(cublasDgemmStridedBatched_64, double, doubles, std::int64_t)
ISOBIT_STRIDED(cublasSgemmStridedBatched_64, float, floats, std::int64_t)
ISOBIT_STRIDED(cublasZgemmStridedBatched_64, cuDoubleComplex, complex_doubles, std::int64_t)
ISOBIT_STRIDED(cublasCgemmStridedBatched_64, cuComplex, complex_floats, std::int64_t)

#define ISOBIT_EX(name, integer)                                                                                    \
  [[gnu::visibility("default")]] cublasStatus_t name(                                                               \
      cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, integer m, integer n, integer k,       \
      void const* alpha, void const* a, cudaDataType type_a, integer lda, void const* b, cudaDataType type_b,       \
      integer ldb, void const* beta, void* c, cudaDataType type_c, integer ldc, cublasComputeType_t compute_type,   \
      cublasGemmAlgo_t algorithm) {                                                                                 \
    static counted_function function(#name);                                                                        \
    auto const pass_on = [&] {                                                                                      \
      return call_real(#name, handle, of_a, of_b, m, n, k, alpha, a, type_a, lda, b, type_b, ldb, beta, c, type_c,  \
                       ldc, compute_type, algorithm);                                                               \
    };                                                                                                              \
    return run_as(meaning_of(type_a, type_b, type_c, compute_type), function, pass_on, handle, of_a, of_b, m, n, k, \
                  alpha, a, lda, 0, b, ldb, 0, beta, c, ldc, 0, 1);                                                 \
  }
ISOBIT_EX(cublasGemmEx, int)
ISOBIT_EX(cublasGemmEx_64, std::int64_t)

#define ISOBIT_STRIDED_EX(name, integer)                                                                              \
  [[gnu::visibility("default")]] cublasStatus_t name(                                                                 \
      cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, integer m, integer n, integer k,         \
      void const* alpha, void const* a, cudaDataType type_a, integer lda, long long stride_a, void const* b,          \
      cudaDataType type_b, integer ldb, long long stride_b, void const* beta, void* c, cudaDataType type_c,           \
      integer ldc, long long stride_c, integer count, cublasComputeType_t compute_type, cublasGemmAlgo_t algorithm) { \
    static counted_function function(#name);                                                                          \
    auto const pass_on = [&] {                                                                                        \
      return call_real(#name, handle, of_a, of_b, m, n, k, alpha, a, type_a, lda, stride_a, b, type_b, ldb, stride_b, \
                       beta, c, type_c, ldc, stride_c, count, compute_type, algorithm);                               \
    };                                                                                                                \
    return run_as(meaning_of(type_a, type_b, type_c, compute_type), function, pass_on, handle, of_a, of_b, m, n, k,   \
                  alpha, a, lda, stride_a, b, ldb, stride_b, beta, c, ldc, stride_c, count);                          \
  }
ISOBIT_STRIDED_EX(cublasGemmStridedBatchedEx, int)
ISOBIT_STRIDED_EX(cublasGemmStridedBatchedEx_64, std::int64_t)

}  // extern "C"
