#include <isobit/cuda/gemm.hpp>

#include <optional>
#include <utility>

#include "cuda/device_pointer.hpp"
#include "cuda/gemm/product.hpp"
#include "linalg/check.hpp"
#include "linalg/number.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

namespace {

using linalg::index;

constexpr char const* operation = "gemm";
constexpr index most_lines = index{1} << 30, most_entries = index{1} << 31;

template <class T> factor<T> rows_of(matrix_view<T const> const& m) {
  auto const rows = static_cast<int>(m.rows), columns = static_cast<int>(m.columns);
  if constexpr (linalg::is_complex<T>)
    return {linalg::parts_at(m.data), 2 * m.row_stride, 2 * m.column_stride, rows, 2 * columns, 0, m.conjugate};
  else
    return {m.data, m.row_stride, m.column_stride, rows, columns};
}
template <class T> factor<T> columns_of(matrix_view<T const> const& m) { return rows_of<T>(transposed(m)); }

template <class T> void require_size(index rows, index columns) {
  if (rows > most_lines / parts_of<T> || columns > most_lines / parts_of<T>)
    linalg::refuse(operation, "on a GPU no side of a matrix may be longer than 2^30, or 2^29 of complex numbers");
}

/// Memory for a product, or nothing where there is not so much.
std::optional<kept_memory> memory_for(place const& here, std::size_t bytes) try {
  return std::optional<kept_memory>(std::in_place, bytes, here.device(), here.stream());
} catch (error const& e) {
  if (e.code() != status::out_of_memory) throw;
  return {};
}

/// In halves where there is not memory enough for the whole; a converted factor stays whole.
template <class T> void multiply(place const& here, product_task<T> const& task, converted_factor const& converted) {
  int const rows = task.left.lines, columns = task.right.lines;
  product_layout<T> const layout(task, converted);
  bool const countable = rows <= most_entries / columns;
  if (auto const memory = countable ? memory_for(here, layout.size()) : std::nullopt) {
    check(cudaMemsetAsync(memory->data(), 0, layout.cleared(), here.stream()), "clearing the memory of a product");
    return start_product(here, task, layout.at(memory->data(), systems_on_device(here.device())), converted);
  }
  bool const by_rows = converted.which == 1 || (converted.which < 0 && rows > columns);
  int const lines = by_rows ? rows : columns, half = (lines / 2 + block_columns - 1) / block_columns * block_columns;
  if (lines <= block_columns)
    throw error(status::out_of_memory, "isobit::cuda::gemm: not enough memory on the GPU, even for a part of the "
                                       "product; free some, or multiply fewer columns of a by rows of b at a time");
  multiply(here, by_rows ? task.rows(0, half) : task.columns(0, half), converted);
  multiply(here, by_rows ? task.rows(half, lines - half) : task.columns(half, lines - half), converted);
}

/// Whether kernels, which write columns, compute the transposed product: of a result stored by rows.
template <class T> bool is_stored_by_rows(matrix_view<T> const& c) {
  auto const magnitude_of = [](index stride) { return stride < 0 ? -stride : stride; };
  return magnitude_of(c.column_stride) < magnitude_of(c.row_stride);
}

/// A task that has its factors, with the result; as kernels want it.
template <class T> product_task<T> with_result(product_task<T> task, matrix_view<T> const& c) {
  task.c = linalg::parts_at(c.data);
  task.row_stride = parts_of<T> * c.row_stride, task.column_stride = parts_of<T> * c.column_stride;
  if (is_stored_by_rows(c)) {
    std::swap(task.left, task.right);
    std::swap(task.row_stride, task.column_stride);
    task.half.sign = -task.half.sign;
  }
  if constexpr (linalg::is_complex<T>) task.right.of_column = 1, task.right.lines *= 2;
  return task;
}

/// Everything but the result is in the task.
template <class T>
void run(on_stream const& on, product_task<T> const& factors, matrix_view<T> c, converted_factor converted) {
  place const here(on);
  if (c.rows == 0 || c.columns == 0) return;
  here.require_device_memory(c.data, "the entries of c");
  auto const task = with_result(factors, c);
  if (converted.which >= 0 && is_stored_by_rows(c)) converted.which = 1 - converted.which;
  if (task.alpha == T(0) || task.left.depth == 0) {
    if (task.beta != T(1)) start_scaling(here, task);
    return;
  }
  here.require_device_memory(task.left.data, "the entries of a factor");
  here.require_device_memory(task.right.data, "the entries of a factor");
  multiply(here, task, converted);
}

template <class T>
void require_shapes(index rows, index depth, index depth_of_b, index columns, index rows_of_c, index columns_of_c) {
  linalg::require_equal(operation, depth, "columns of a", depth_of_b, "rows of b");
  linalg::require_equal(operation, rows_of_c, "rows of c", rows, "rows of a");
  linalg::require_equal(operation, columns_of_c, "columns of c", columns, "columns of b");
  require_size<T>(rows, depth);
  require_size<T>(columns, depth);
}

template <class T>
void require_product(matrix_view<T const> const& a, matrix_view<T const> const& b, matrix_view<T> const& c, bool half) {
  require_shapes<T>(a.rows, a.columns, b.rows, b.columns, c.rows, c.columns);
  if (half) linalg::require_equal(operation, c.rows, "rows of c, of which one half is wanted", c.columns, "columns");
  linalg::require_output(operation, "c", c);
  linalg::require_disjoint(operation, "c", c, "a", a);
  linalg::require_disjoint(operation, "c", c, "b", b);
}

/// What is read and written of a product.
template <class T>
void require_on_device(place const& here, T alpha, matrix_view<T const> const& a, matrix_view<T const> const& b,
                       matrix_view<T> const& c) {
  if (c.rows == 0 || c.columns == 0) return;
  here.require_device_memory(c.data, "the entries of c");
  if (alpha == T(0) || a.columns == 0) return;
  here.require_device_memory(a.data, "the entries of a factor");
  here.require_device_memory(b.data, "the entries of a factor");
}

}  // namespace

namespace detail {

template <class T>
void gemm(on_stream const& on, T alpha, matrix_view<T const> a, matrix_view<T const> b, T beta, matrix_view<T> c,
          written which) {
  require_product(a, b, c, which != written::all);
  product_task<T> task = {rows_of(a), columns_of(b), nullptr, 0, 0, alpha, beta};
  task.half.sign = which == written::all ? 0 : which == written::lower ? 1 : -1;
  run(on, task, c, {});
}

template <class T>
void gemm_batch(on_stream const& on, T alpha, std::span<matrix_view<T const> const> a,
                std::span<matrix_view<T const> const> b, T beta, std::span<matrix_view<T> const> c) {
  if (a.size() != c.size() || b.size() != c.size())
    throw error(status::invalid_argument, "isobit::cuda::gemm_batch: as many a as b and c are needed");
  if (c.empty()) return;
  place const here(on);
  for (std::size_t i = 0; i < c.size(); ++i) {  // all of them, before any is started
    require_product(a[i], b[i], c[i], false);
    require_on_device(here, alpha, a[i], b[i], c[i]);
  }
  for (std::size_t i = 0; i < c.size(); ++i) gemm<T>(on, alpha, a[i], b[i], beta, c[i], written::all);
}

template <class T>
void gemm_strided_batch(on_stream const& on, T alpha, matrix_view<T const> a, index stride_a, matrix_view<T const> b,
                        index stride_b, T beta, matrix_view<T> c, index stride_c, index count) {
  auto const moved = [](auto m, index distance) {
    if (m.data != nullptr) m.data += distance;
    return m;
  };
  auto const each = [&](auto body) {
    for (index i = 0; i < count; ++i) body(moved(a, i * stride_a), moved(b, i * stride_b), moved(c, i * stride_c));
  };
  if (count < 1) return;
  each([](auto const& x, auto const& y, auto const& z) { require_product<T>(x, y, z, false); });
  place const here(on);
  for (index const i : {index{0}, count - 1})  // between them is the same memory
    require_on_device<T>(here, alpha, moved(a, i * stride_a), moved(b, i * stride_b), moved(c, i * stride_c));
  auto const task = with_result(product_task<T>{rows_of(a), columns_of(b), nullptr, 0, 0, alpha, beta}, c);
  bool const some = c.rows != 0 && c.columns != 0 && alpha != T(0) && a.columns != 0;
  if (count == 1 || !some || !is_small(task))
    return each([&](auto const& x, auto const& y, auto const& z) { gemm<T>(on, alpha, x, y, beta, z, written::all); });
  constexpr index parts = parts_of<T>;
  index const step_a = parts * stride_a, step_b = parts * stride_b;
  bool const exchanged = is_stored_by_rows(c);
  start_small_products(
      here, product_batch<T>{task, exchanged ? step_b : step_a, exchanged ? step_a : step_b, parts * stride_c, count});
}

template <class T>
void herk(on_stream const& on, real_of<T> alpha, matrix_view<T const> a, real_of<T> beta, matrix_view<T> c,
          written half) {
  matrix_view<T const> const b = adjoint(a);
  if constexpr (linalg::is_complex<T>) {
    require_product(a, b, c, true);
    place const here(on);
    bool const multiplies = alpha != 0 && a.columns != 0;
    if (c.rows == 0 || (!multiplies && beta == 1)) return;
    here.require_device_memory(c.data, "the entries of c");
    if (multiplies) here.require_device_memory(a.data, "the entries of a factor");
    product_task<T> of_diagonal = {};
    of_diagonal.c = linalg::parts_at(c.data), of_diagonal.left.lines = static_cast<int>(c.rows);
    of_diagonal.row_stride = 2 * c.row_stride, of_diagonal.column_stride = 2 * c.column_stride;
    if (beta != 0) start_clearing_diagonal(here, of_diagonal);
    gemm<T>(on, T(alpha), a, b, T(beta), c, half);
    start_clearing_diagonal(here, of_diagonal);
  } else {
    gemm<T>(on, alpha, a, b, beta, c, half);
  }
}

/// A factor with its lines as residues.
template <class T> struct converted_matrix {
  place here;
  matrix_view<T const> view;
  factor<T> lines;
  device_pointer<void> facts, residues;
  converted_factor converted;

  converted_matrix(on_stream const& on, matrix_view<T const> const& matrix, bool left)
      : here(on), view(matrix), lines(left ? rows_of(matrix) : columns_of(matrix)) {
    require_size<T>(matrix.rows, matrix.columns);
    converted.which = left ? 0 : 1;
    if (lines.lines == 0 || lines.depth == 0) return;
    here.require_device_memory(matrix.data, "the entries of a matrix");
    memory_plan plan;
    std::size_t const control = plan.take(sizeof(product_control));
    std::size_t const of_lines = plan.take(sizeof(line_facts) * static_cast<std::size_t>(lines.lines));
    std::size_t const cleared = plan.size(), remainders = plan.take(remainder_bytes(lines));
    facts = allocated(plan.size());
    auto* const base = static_cast<std::uint8_t*>(facts.get());
    check(cudaMemsetAsync(base, 0, cleared, on.stream), "clearing the memory of a matrix");
    product_memory memory = {};
    memory.control = reinterpret_cast<product_control*>(base + control);
    memory.lines[0] = memory.lines[1] = converted.lines = reinterpret_cast<line_facts*>(base + of_lines);
    memory.remainders[0] = converted.remainders = reinterpret_cast<remainder*>(base + remainders);
    memory.systems = systems_on_device(here.device());
    product_task<T> const task = {lines, lines, nullptr, 0, 0, 1, 0};
    start_planning(here, task, memory);
    product_control planned;
    here.fetch(&planned, memory.control, sizeof planned);
    converted.moduli = planned.moduli, converted.bits = planned.bits[0];
    residues = allocated(residue_bytes(lines, planned.moduli));
    memory.residues[0] = converted.residues = static_cast<std::uint8_t*>(residues.get());
    start_converting(here, task, memory);
    check(cudaStreamSynchronize(on.stream), "converting a matrix");
  }

private:
  static device_pointer<void> allocated(std::size_t bytes) {
    void* memory = nullptr;
    check(cudaMalloc(&memory, bytes), "allocating the memory of a matrix");
    return device_pointer<void>(memory);
  }
};

template <class T> converted_matrix<T>* convert(on_stream const& on, matrix_view<T const> const& matrix, bool left) {
  return new converted_matrix<T>(on, matrix, left);
}
template <class T> void destroy(converted_matrix<T>* matrix) noexcept { delete matrix; }

template <class T>
void gemm(on_stream const& on, T alpha, converted_matrix<T> const* first, matrix_view<T const> second, bool left,
          T beta, matrix_view<T> c) {
  if (first == nullptr || (first->converted.which == 0) != left)
    throw error(status::invalid_argument, "isobit::cuda::gemm: the matrix was prepared for the other side of products, "
                                          "or moved from; prepare it for this one");
  auto const &a = left ? first->view : second, &b = left ? second : first->view;
  require_product(a, b, c, false);
  if (device_for(on) != first->here.device())
    throw error(status::invalid_argument, "isobit::cuda::gemm: the matrix was prepared on another GPU than the current "
                                          "one; call cudaSetDevice first");
  run(on, product_task<T>{rows_of(a), columns_of(b), nullptr, 0, 0, alpha, beta}, c, first->converted);
}

#define ISOBIT_INSTANTIATE(T)                                                                                        \
  template void gemm(on_stream const&, T, matrix_view<T const>, matrix_view<T const>, T, matrix_view<T>, written);   \
  template void gemm_batch(on_stream const&, T, std::span<matrix_view<T const> const>,                               \
                           std::span<matrix_view<T const> const>, T, std::span<matrix_view<T> const>);               \
  template void gemm_strided_batch(on_stream const&, T, matrix_view<T const>, index, matrix_view<T const>, index, T, \
                                   matrix_view<T>, index, index);                                                    \
  template void herk(on_stream const&, real_of<T>, matrix_view<T const>, real_of<T>, matrix_view<T>, written);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(std::complex<double>)
ISOBIT_INSTANTIATE(std::complex<float>)

#define ISOBIT_INSTANTIATE_CONVERSION(T)                                                      \
  template converted_matrix<T>* convert(on_stream const&, matrix_view<T const> const&, bool); \
  template void destroy(converted_matrix<T>*) noexcept;                                       \
  template void gemm(on_stream const&, T, converted_matrix<T> const*, matrix_view<T const>, bool, T, matrix_view<T>);
ISOBIT_INSTANTIATE_CONVERSION(double)
ISOBIT_INSTANTIATE_CONVERSION(float)

}  // namespace detail
}  // namespace cuda
ISOBIT_NAMESPACE_END
