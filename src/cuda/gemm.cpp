#include <isobit/cuda/gemm.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "cuda/gemm/product.hpp"
#include "linalg/check.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

linalg::residue_system const* systems_on_device(int device) {
  static std::mutex mutex;
  static std::map<int, linalg::residue_system const*> known;
  std::lock_guard const lock(mutex);
  auto& place = known[device];
  if (place != nullptr) return place;
  // On a stream of its own, and whether or not another is being captured.
  outside_of_captures const here;
  auto const count = static_cast<std::size_t>(linalg::most_moduli) + 1;
  auto const systems = std::make_unique<linalg::residue_system[]>(count);
  for (std::size_t i = 2; i < count; ++i) systems[i] = linalg::residue_system_of(static_cast<int>(i));
  void* memory = nullptr;
  std::size_t const bytes = count * sizeof(linalg::residue_system);
  check(cudaMalloc(&memory, bytes), "allocating the tables of residues");
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
  cudaMemcpyAsync(memory, systems.get(), bytes, cudaMemcpyHostToDevice, stream);
  auto const code = cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  check(code, "copying the tables of residues");
  return place = static_cast<linalg::residue_system const*>(memory);
}

namespace {

using linalg::index, linalg::matrix_view;

constexpr char const* operation = "gemm";
constexpr index most_lines = index{1} << 30, most_entries = index{1} << 31;

template <class T>
product_task<T> task_of(T alpha, matrix_view<T const> const& a, matrix_view<T const> const& b, T beta,
                        matrix_view<T> const& c) {
  auto const size = [](index n) { return static_cast<int>(n); };
  return {{a.data, a.row_stride, a.column_stride, size(a.rows), size(a.columns)},
          {b.data, b.column_stride, b.row_stride, size(b.columns), size(b.rows)},
          c.data,
          c.row_stride,
          c.column_stride,
          alpha,
          beta};
}

/// Memory for a product, or nothing where there is not so much.
template <class T> std::optional<kept_memory> memory_for(place const& here, product_parts<T> const& parts) try {
  return std::optional<kept_memory>(std::in_place, parts.size(), here.device(), here.stream());
} catch (error const& e) {
  if (e.code() != status::out_of_memory) throw;
  return {};
}

/// In halves where there is not memory enough for the whole.
template <class T>
void multiply(place const& here, T alpha, matrix_view<T const> const& a, matrix_view<T const> const& b, T beta,
              matrix_view<T> const& c) {
  bool const countable = c.rows <= most_entries / c.columns;
  auto const task = task_of(alpha, a, b, beta, c);
  product_parts<T> const parts(task);
  if (auto const memory = countable ? memory_for(here, parts) : std::nullopt) {
    check(cudaMemsetAsync(memory->data(), 0, parts.cleared(), here.stream()), "clearing the memory of a product");
    return start_product(here, task, parts.at(memory->data(), systems_on_device(here.device())));
  }
  if (c.rows <= block_columns && c.columns <= block_columns)
    throw error(status::out_of_memory, "isobit::cuda::gemm: not enough memory on the GPU, even for a part of the "
                                       "product; free some, or multiply fewer columns of a at a time");
  if (c.rows > c.columns) {
    index const half = (c.rows / 2 + block_columns - 1) / block_columns * block_columns, rest = c.rows - half;
    multiply(here, alpha, a.block(0, 0, half, a.columns), b, beta, c.block(0, 0, half, c.columns));
    multiply(here, alpha, a.block(half, 0, rest, a.columns), b, beta, c.block(half, 0, rest, c.columns));
  } else {
    index const half = (c.columns / 2 + block_columns - 1) / block_columns * block_columns, rest = c.columns - half;
    multiply(here, alpha, a, b.block(0, 0, b.rows, half), beta, c.block(0, 0, c.rows, half));
    multiply(here, alpha, a, b.block(0, half, b.rows, rest), beta, c.block(0, half, c.rows, rest));
  }
}

template <class T>
void check_shapes(matrix_view<T const> const& a, matrix_view<T const> const& b, matrix_view<T> const& c) {
  linalg::require_equal(operation, a.columns, "columns of a", b.rows, "rows of b");
  linalg::require_equal(operation, c.rows, "rows of c", a.rows, "rows of a");
  linalg::require_equal(operation, c.columns, "columns of c", b.columns, "columns of b");
  linalg::require_output(operation, "c", c);
  linalg::require_disjoint(operation, "c", c, "a", a);
  linalg::require_disjoint(operation, "c", c, "b", b);
  if (c.rows > most_lines || c.columns > most_lines || a.columns > most_lines)
    linalg::refuse(operation, "on a GPU no side may be longer than 2^30");
}

}  // namespace

namespace detail {

template <class T>
void gemm(on_stream const& on, T alpha, matrix_view<T const> a, matrix_view<T const> b, T beta, matrix_view<T> c) {
  check_shapes(a, b, c);
  place const here(on);
  if (c.rows == 0 || c.columns == 0) return;
  here.require_device_memory(c.data, "the entries of c");
  // The kernels write columns; a result stored by rows is the transposed product.
  auto const magnitude_of = [](index stride) { return stride < 0 ? -stride : stride; };
  if (magnitude_of(c.column_stride) < magnitude_of(c.row_stride)) {
    auto const left = transposed(b), right = transposed(a);
    a = left, b = right, c = transposed(c);
  }
  if (alpha == 0 || a.columns == 0) {
    if (beta != 1) start_scaling(here, task_of(alpha, a, b, beta, c));
    return;
  }
  here.require_device_memory(a.data, "the entries of a");
  here.require_device_memory(b.data, "the entries of b");
  multiply(here, alpha, a, b, beta, c);
}

template void gemm(on_stream const&, double, matrix_view<double const>, matrix_view<double const>, double,
                   matrix_view<double>);
template void gemm(on_stream const&, float, matrix_view<float const>, matrix_view<float const>, float,
                   matrix_view<float>);

}  // namespace detail
}  // namespace cuda
ISOBIT_NAMESPACE_END
