#pragma once

#include <cstdlib>
#include <string>

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <isobit/cuda/gemm.hpp>
#include <isobit/linalg/gemm.hpp>

#include "cuda/device_vector.hpp"
#include "support/linalg_matrices.hpp"

/// Matrix products on the GPU and on the CPU, whose bits must be the same.
namespace isobit::test {

/// A view of the same layout in device memory.
template <class T, class U>
matrix_view<T> on_device(device_vector<std::remove_const_t<T>> const& memory, matrix_view<U> v) {
  matrix_view<T> result(memory.data(), v.rows, v.columns, v.row_stride, v.column_stride);
  result.conjugate = v.conjugate;
  return result;
}

template <class T> std::vector<T> fetched(device_vector<T> const& memory, std::size_t size) {
  std::vector<T> values(size);
  EXPECT_EQ(cudaMemcpy(values.data(), memory.data(), size * sizeof(T), cudaMemcpyDeviceToHost), cudaSuccess);
  return values;
}

/// alpha*a*b + beta*c on both, whole memory of c compared; of_a and of_b say how a and b are read.
template <class T, class OfA, class OfB>
void expect_same_product(T alpha, owned_matrix<T>& a, OfA of_a, owned_matrix<T>& b, OfB of_b, T beta,
                         owned_matrix<T>& c) {
  device_vector<T> const left(a.storage()), right(b.storage()), result(c.storage());
  auto actual = c;
  matrix_view<T const> const x = of_a(a.view()), y = of_b(b.view());
  linalg::gemm(alpha, x, y, beta, c.view());
  cuda::gemm(alpha, on_device<T const>(left, x), on_device<T const>(right, y), beta, on_device<T>(result, c.view()));
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  actual.storage() = fetched(result, actual.storage().size());
  ASSERT_TRUE(same_storage(c, actual)) << c.view().rows << " x " << c.view().columns << ", " << x.columns
                                       << " products, alpha " << alpha << ", beta " << beta;
}
template <class T>
void expect_same_product(T alpha, owned_matrix<T>& a, owned_matrix<T>& b, T beta, owned_matrix<T>& c) {
  auto const as_it_is = [](matrix_view<T> m) -> matrix_view<T const> { return m; };
  expect_same_product(alpha, a, as_it_is, b, as_it_is, beta, c);
}

/// The sizes of a product.
struct size {
  index rows, columns, depth;
};

/// Sets a variable of the environment for the time it lives.
class with_variable {
public:
  with_variable(char const* name, std::string const& value) : name_(name) { setenv(name, value.c_str(), 1); }
  with_variable(with_variable const&) = delete;
  with_variable& operator=(with_variable const&) = delete;
  ~with_variable() { unsetenv(name_); }

private:
  char const* name_;
};

}  // namespace isobit::test
