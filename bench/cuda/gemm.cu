// Matrix products of isobit::cuda, every entry correctly rounded, against cuBLAS's: one line for each size and kind of
// data, with the median of both, TFLOP/s, and how many times as fast ours are (medians of neighbours). Then batches of
// small ones.
// isobit_bench_cuda_gemm [ROUNDS [SIZE...]]
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cublas_v2.h>

#include <isobit/cuda.hpp>

#include "compare.cuh"

namespace {

using namespace isobit::bench;

enum class kind { normal, uniform, exponents };
constexpr char const* names[] = {"normal", "uniform", "2^+-10"};

__device__ unsigned long long mixed(unsigned long long z) {
  z += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}
template <class T> __global__ void fill(T* to, std::size_t count, unsigned long long seed, kind which) {
  for (std::size_t i = blockIdx.x * 256ull + threadIdx.x; i < count; i += gridDim.x * 256ull) {
    auto const a = mixed(seed + 2 * i), b = mixed(seed + 2 * i + 1);
    double const u = double((a >> 11) + 1) * 0x1p-53, v = double(b >> 11) * 0x1p-53;
    double const x = which == kind::normal    ? sqrt(-2 * log(u)) * cospi(2 * v)
                     : which == kind::uniform ? u
                                              : scalbn(2 * u - 1, int(b % 21) - 10);
    to[i] = static_cast<T>(x);
  }
}

template <class T> class matrix {
public:
  explicit matrix(std::size_t n, std::size_t count = 1) : count_(n * n * count) {
    check(cudaMalloc(&data_, count_ * sizeof(T)));
  }
  matrix(matrix const&) = delete;
  matrix& operator=(matrix const&) = delete;
  ~matrix() { cudaFree(data_); }
  void fill_with(kind which, unsigned long long seed) {
    using real = isobit::linalg::real_of<T>;
    fill<<<1056, 256>>>(reinterpret_cast<real*>(data_), count_ * sizeof(T) / sizeof(real), seed, which);
  }
  [[nodiscard]] T* data() const { return data_; }

private:
  T* data_ = nullptr;
  std::size_t count_;
};

/// cuBLAS's product of each type, of one matrix or many, and its name.
template <class T> struct of_cublas;
#define ISOBIT_OF_CUBLAS(T, Their, letter, lower)                                                                     \
  template <> struct of_cublas<T> {                                                                                   \
    static constexpr char const* name = #lower "gemm";                                                                \
    static cublasStatus_t multiply(cublasHandle_t handle, int n, T const* a, T const* b, T* c, int count) {           \
      T const one = 1, zero = 0;                                                                                      \
      auto const in = [](T const* x) { return reinterpret_cast<Their const*>(x); };                                   \
      auto* const out = reinterpret_cast<Their*>(c);                                                                  \
      long long const apart = static_cast<long long>(n) * n;                                                          \
      if (count == 1)                                                                                                 \
        return cublas##letter##gemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, in(&one), in(a), n, in(b), n,          \
                                    in(&zero), out, n);                                                               \
      return cublas##letter##gemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, in(&one), in(a), n, apart, \
                                                in(b), n, apart, in(&zero), out, n, apart, count);                    \
    }                                                                                                                 \
  };
ISOBIT_OF_CUBLAS(double, double, D, d)
ISOBIT_OF_CUBLAS(float, float, S, s)
ISOBIT_OF_CUBLAS(std::complex<double>, cuDoubleComplex, Z, z)
ISOBIT_OF_CUBLAS(std::complex<float>, cuComplex, C, c)

template <class T> void compare(cublasHandle_t handle, int n, kind which, int rounds, int count = 1) {
  matrix<T> a(n, count), b(n, count), c(n, count);
  a.fill_with(which, 1), b.fill_with(which, 123456789);
  auto const view = [n](auto const& m) { return isobit::column_major(m.data(), n, n); };
  std::ptrdiff_t const apart = std::ptrdiff_t{n} * n;
  auto const ours = [&] {
    isobit::cuda::gemm_strided_batch(T(1), view(a), apart, view(b), apart, T(0), view(c), apart, count);
  };
  auto const theirs = [&] {
    if (of_cublas<T>::multiply(handle, n, a.data(), b.data(), c.data(), count) != CUBLAS_STATUS_SUCCESS) std::exit(1);
  };
  auto const [mine, other, ratio] = in_turn(rounds, ours, theirs);
  double const operations = (isobit::linalg::is_complex<T> ? 8.0 : 2.0) * n * n * n * count;
  if (count != 1) std::printf("%5d x ", count);
  std::printf("%s %6d %-8s %10.1f us %10.1f us  %6.1f against %6.1f TFLOP/s, %.3f times as fast\n", of_cublas<T>::name,
              n, names[int(which)], mine, other, operations / mine * 1e-6, operations / other * 1e-6, 1 / ratio);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  int const rounds = count > 1 ? std::atoi(arguments[1]) : 11;
  std::vector<int> sizes = {1024, 2048, 4096, 8192, 16384};
  if (count > 2) sizes.clear();
  for (int i = 2; i < count; ++i) sizes.push_back(std::atoi(arguments[i]));
  cublasHandle_t handle = nullptr;
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
  for (int const n : sizes) {
    for (kind const which : {kind::normal, kind::uniform, kind::exponents}) compare<double>(handle, n, which, rounds);
    compare<float>(handle, n, kind::normal, rounds);
    compare<std::complex<double>>(handle, n, kind::normal, rounds);
    compare<std::complex<float>>(handle, n, kind::normal, rounds);
  }
  // Doubles up to 45 and complex numbers up to 32 by one kernel, larger ones one after another.
  for (int const n : {8, 16, 32, 45, 64}) {
    compare<double>(handle, n, kind::normal, rounds, 1000);
    compare<std::complex<double>>(handle, n, kind::normal, rounds, 1000);
  }
  cublasDestroy(handle);
}
