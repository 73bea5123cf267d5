// Products of sparse matrices and iterations of conjugate gradients by isobit::cuda against cuSPARSE's and cuBLAS's,
// which do not promise any bits: one line for each matrix, with the median of both and of the ratio of neighbours.
// isobit_bench_cuda_sparse [ROUNDS] [SIDE]
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include <cublas_v2.h>
#include <cusparse.h>

#include <isobit/cuda.hpp>
#include <isobit/cuda/solver.hpp>
#include <isobit/cuda/sparse.hpp>

#include "compare.cuh"

namespace {

using namespace isobit::bench;
namespace gpu = isobit::cuda;

void require(cusparseStatus_t status) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  std::fprintf(stderr, "%s\n", cusparseGetErrorString(status));
  std::exit(1);
}
void require(cublasStatus_t status) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  std::fprintf(stderr, "%s\n", cublasGetStatusString(status));
  std::exit(1);
}

/// Prints the medians of one of `per` calls, the bandwidth of ours, and the ratio.
template <class Ours, class Theirs>
void compare(char const* operation, std::string const& data, std::size_t n, double bytes, int rounds, Ours ours,
             Theirs theirs, double per = 1) {
  auto const [mine, other, ratio] = in_turn(rounds, ours, theirs);
  std::printf("%-26s %-22s %9zu %10.2f us %10.2f us %6.2f TB/s  ratio %.3f\n", operation, data.c_str(), n, mine / per,
              other / per, bytes * per / mine * 1e-6, ratio);
  std::fflush(stdout);
}

template <class T> using host_matrix = isobit::sparse::csr_matrix<T>;

/// The points of a cube, each tied to its 6 or 26 neighbours.
template <class T> host_matrix<T> poisson(int side, bool corners) {
  host_matrix<T> a;
  a.rows = a.columns = static_cast<std::ptrdiff_t>(side) * side * side;
  for (int z = 0; z < side; ++z)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) {
        for (int dz = -1; dz <= 1; ++dz)
          for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) {
              int const apart = std::abs(dx) + std::abs(dy) + std::abs(dz), to_x = x + dx, to_y = y + dy, to_z = z + dz;
              if ((apart > 1 && !corners) || std::min({to_x, to_y, to_z}) < 0 || std::max({to_x, to_y, to_z}) >= side)
                continue;
              a.indices.push_back((to_z * side + to_y) * side + to_x);
              a.values.push_back(static_cast<T>(apart != 0 ? -1.0 : corners ? 26.5 : 6.5));
            }
        a.offsets.push_back(static_cast<std::int32_t>(a.indices.size()));
      }
  return a;
}

template <class T> host_matrix<T> at_random(int rows, int columns, int entries_of_a_row) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  host_matrix<T> a;
  a.rows = rows, a.columns = columns;
  for (int i = 0; i < rows; ++i) {
    for (int k = 0; k < entries_of_a_row; ++k) {
      a.indices.push_back(static_cast<std::int32_t>(random() % static_cast<unsigned>(columns)));
      a.values.push_back(static_cast<T>(uniform(random)));
    }
    a.offsets.push_back(static_cast<std::int32_t>(a.indices.size()));
  }
  return a;
}

template <class T> std::vector<T> numbers(std::size_t n, int binades = 1) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<T> x(n);
  for (T& one : x)
    one = static_cast<T>(std::ldexp(uniform(random), static_cast<int>(random() % static_cast<unsigned>(binades))));
  return x;
}

template <class T> constexpr cudaDataType kind_of = std::is_same_v<T, double> ? CUDA_R_64F : CUDA_R_32F;

/// The product by cuSPARSE.
template <class T> class plain_product {
public:
  plain_product(gpu::sparse::csr_matrix<T> const& a, T* x, T* y) {
    require(cusparseCreate(&handle_));
    require(cusparseCreateCsr(&matrix_, a.rows, a.columns, a.entries(), a.offsets.data(), a.indices.data(),
                              a.values.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                              kind_of<T>));
    require(cusparseCreateDnVec(&x_, a.columns, x, kind_of<T>));
    require(cusparseCreateDnVec(&y_, a.rows, y, kind_of<T>));
    std::size_t bytes = 0;
    require(cusparseSpMV_bufferSize(handle_, operation, &one_, matrix_, x_, &zero_, y_, kind_of<T>,
                                    CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
    check(cudaMalloc(&buffer_, bytes + 1));
    require(cusparseSpMV_preprocess(handle_, operation, &one_, matrix_, x_, &zero_, y_, kind_of<T>,
                                    CUSPARSE_SPMV_ALG_DEFAULT, buffer_));
  }
  plain_product(plain_product const&) = delete;
  plain_product& operator=(plain_product const&) = delete;
  ~plain_product() {
    cusparseDestroyDnVec(x_), cusparseDestroyDnVec(y_), cusparseDestroySpMat(matrix_), cusparseDestroy(handle_);
    cudaFree(buffer_);
  }
  void operator()() {
    require(cusparseSpMV(handle_, operation, &one_, matrix_, x_, &zero_, y_, kind_of<T>, CUSPARSE_SPMV_ALG_DEFAULT,
                         buffer_));
  }

private:
  static constexpr auto operation = CUSPARSE_OPERATION_NON_TRANSPOSE;
  T one_ = 1, zero_ = 0;
  cusparseHandle_t handle_ = nullptr;
  cusparseSpMatDescr_t matrix_ = nullptr;
  cusparseDnVecDescr_t x_ = nullptr, y_ = nullptr;
  void* buffer_ = nullptr;
};

template <class T>
void compare_products(char const* name, std::string const& data, host_matrix<T> const& a, int rounds, int binades = 1) {
  gpu::sparse::csr_matrix<T> const matrix(a.view());
  gpu::device_array<T> const x(numbers<T>(static_cast<std::size_t>(a.columns), binades)),
      y(static_cast<std::size_t>(a.rows));
  plain_product<T> plain(matrix, x.data(), y.data());
  double const bytes = static_cast<double>(a.entries()) * (sizeof(T) + 4) +
                       static_cast<double>(a.rows) * (sizeof(T) + 4) + static_cast<double>(a.columns) * sizeof(T);
  constexpr int calls = 10;  // one after another, as an iteration makes them
  auto const repeat = [](auto call) {
    return [call] {
      for (int i = 0; i < calls; ++i) call();
    };
  };
  compare(name, data, static_cast<std::size_t>(a.rows), bytes, rounds,
          repeat([&] { gpu::sparse::multiply(T{1}, matrix, x, T{0}, y); }), repeat([&] { plain(); }), calls);
}

__global__ void divide(int n, double const* r, double const* d, double* z) {
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) z[i] = r[i] / d[i];
}
__global__ void turn(int n, double beta, double const* z, double* p) {
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) p[i] = z[i] + beta * p[i];
}

/// Conjugate gradients with Jacobi's preconditioner as most programs write them: so many iterations.
class plain_gradients {
public:
  plain_gradients(gpu::sparse::csr_matrix<double> const& a, double const* b, double const* d, double* x)
      : n_(static_cast<int>(a.rows)), b_(b), d_(d), x_(x), r_(size()), z_(size()), p_(size()), q_(size()),
        product_(a, p_.data(), q_.data()) {
    require(cublasCreate(&handle_));
  }
  ~plain_gradients() { cublasDestroy(handle_); }
  plain_gradients(plain_gradients const&) = delete;
  plain_gradients& operator=(plain_gradients const&) = delete;

  void operator()(int iterations) {
    int const blocks = (n_ + 255) / 256;
    double rho_before = 1, norm = 0;
    check(cudaMemset(x_, 0, size() * sizeof(double)));
    check(cudaMemset(p_.data(), 0, size() * sizeof(double)));
    check(cudaMemcpyAsync(r_.data(), b_, size() * sizeof(double), cudaMemcpyDeviceToDevice));
    for (int i = 0; i < iterations; ++i) {
      double rho = 0, sigma = 0;
      divide<<<blocks, 256>>>(n_, r_.data(), d_, z_.data());
      require(cublasDdot(handle_, n_, r_.data(), 1, z_.data(), 1, &rho));
      require(cublasDnrm2(handle_, n_, r_.data(), 1, &norm));
      turn<<<blocks, 256>>>(n_, i == 0 ? 0 : rho / rho_before, z_.data(), p_.data());
      product_();
      require(cublasDdot(handle_, n_, p_.data(), 1, q_.data(), 1, &sigma));
      double const alpha = rho / sigma, minus = -alpha;
      require(cublasDaxpy(handle_, n_, &alpha, p_.data(), 1, x_, 1));
      require(cublasDaxpy(handle_, n_, &minus, q_.data(), 1, r_.data(), 1));
      rho_before = rho;
    }
  }

private:
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(n_); }

  int n_;
  double const *b_, *d_;
  double* x_;
  gpu::device_array<double> r_, z_, p_, q_;
  plain_product<double> product_;
  cublasHandle_t handle_ = nullptr;
};

void compare_gradients(std::string const& data, host_matrix<double> const& a, int rounds) {
  constexpr int iterations = 50;
  auto const n = static_cast<std::size_t>(a.rows);
  gpu::sparse::csr_matrix<double> const matrix(a.view());
  gpu::device_array<double> const b(numbers<double>(n)), x(n);
  gpu::solver::jacobi<double> const m(matrix);
  plain_gradients plain(matrix, b.data(), m.diagonal().data(), x.data());
  double const bytes = static_cast<double>(a.entries()) * 12 + static_cast<double>(n) * 128;
  compare(
      "an iteration of PCG", data, n, bytes, rounds,
      [&] {
        check(cudaMemset(x.data(), 0, n * sizeof(double)));
        auto const report = gpu::solver::cg(matrix, b, x, &m, {.tolerance = 0, .most_iterations = iterations});
        if (report.iterations != iterations) std::printf("%td iterations\n", report.iterations);
      },
      [&] { plain(iterations); }, iterations);
}

}  // namespace

int main(int argc, char** argv) {
  int const rounds = argc > 1 ? std::atoi(argv[1]) : 41, side = argc > 2 ? std::atoi(argv[2]) : 128;
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0));
  std::printf("%s, CUDA %d; isobit, plain, bandwidth of isobit, ratio; medians of %d\n", properties.name,
              CUDART_VERSION, rounds);
  std::string const cubed = " " + std::to_string(side) + "^3";
  auto const seven = poisson<double>(side, false), many = poisson<double>(side, true);
  compare_products("SpMV of doubles", "7 points" + cubed, seven, rounds);
  compare_products("SpMV of doubles", "27 points" + cubed, many, rounds);
  compare_products("SpMV of doubles", "27 points, x 2^0..200", many, rounds, 200);
  for (int const entries : {5, 16, 100})
    compare_products("SpMV of doubles", "random, " + std::to_string(entries) + " a row",
                     at_random<double>(20'000'000 / entries, 1'000'000, entries), rounds);
  compare_products("SpMV of floats", "7 points" + cubed, poisson<float>(side, false), rounds);
  compare_products("SpMV of floats", "27 points" + cubed, poisson<float>(side, true), rounds);
  compare_gradients("7 points" + cubed, seven, std::max(rounds / 4, 3));
  compare_gradients("27 points" + cubed, many, std::max(rounds / 4, 3));
  compare_gradients("7 points 32^3", poisson<double>(32, false), std::max(rounds / 4, 3));
}
