#pragma once

#include <span>
#include <utility>

#include <isobit/cuda/stream.hpp>
#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

namespace detail {
template <class T> struct converted_matrix;

/// Which entries of a result.
enum class written { all, lower, upper };
constexpr written written_half_of(linalg::triangle half) noexcept {
  return half == linalg::triangle::lower ? written::lower : written::upper;
}

template <class T>
void gemm(on_stream const& on, T alpha, matrix_view<T const> a, matrix_view<T const> b, T beta, matrix_view<T> c,
          written which);
template <class T>
void gemm_batch(on_stream const& on, T alpha, std::span<matrix_view<T const> const> a,
                std::span<matrix_view<T const> const> b, T beta, std::span<matrix_view<T> const> c);
template <class T>
void gemm_strided_batch(on_stream const& on, T alpha, matrix_view<T const> a, linalg::index stride_a,
                        matrix_view<T const> b, linalg::index stride_b, T beta, matrix_view<T> c,
                        linalg::index stride_c, linalg::index count);
template <class T>
void herk(on_stream const& on, linalg::real_of<T> alpha, matrix_view<T const> a, linalg::real_of<T> beta,
          matrix_view<T> c, written half);
template <class T>
void gemm(on_stream const& on, T alpha, converted_matrix<T> const* first, matrix_view<T const> second, bool left,
          T beta, matrix_view<T> c);
template <class T> converted_matrix<T>* convert(on_stream const& on, matrix_view<T const> const& matrix, bool left);
template <class T> void destroy(converted_matrix<T>* matrix) noexcept;

template <class T>
concept prepared = std::same_as<T, double> || std::same_as<T, float>;
}  // namespace detail

/// `isobit::linalg::gemm` of matrices in device memory, T being double, float or a complex number of these: c =
/// alpha*a*b + beta*c, every entry, or part of a complex one, the exact sum, rounded once; the bits are those of the
/// CPU. `transposed` and `adjoint` give the other products. Starts kernels on the stream and returns: but for the
/// first on a GPU, which copies tables there, no call waits, and a stream may be captured into a graph. Takes memory in
/// the order of the stream, about 22 bytes for each element of a, b and c (12 for floats), 8 more of c and 2 kilobytes
/// a row of a or column of b, and keeps it for the next calls (`release_kept_memory`); where there is less, the product
/// is computed in parts. A complex element counts as two of a and c, as four of b (of a and b the other way round where
/// c is stored by rows). Throws `error` as linalg::gemm, and where there is no GPU or no memory.
///
///     using isobit::column_major, isobit::row_major;
///     isobit::cuda::gemm(1.0, column_major(a, m, k), column_major(b, k, n), 0.0, column_major(c, m, n), stream);
///     isobit::cuda::gemm(1.0, transposed(row_major(a, k, m)), row_major(b, k, n), 1.0, row_major(c, m, n), stream);
template <linalg::scalar T>
void gemm(std::type_identity_t<T> alpha, linalg::input_matrix<T> a, linalg::input_matrix<T> b,
          std::type_identity_t<T> beta, matrix_view<T> c, on_stream const& on = {}) {
  detail::gemm<T>(on, alpha, a, b, beta, c, detail::written::all);
}

/// The same for one half of a square c only; the other stays as it is. In the time of the whole product.
template <linalg::scalar T>
void gemmt(linalg::triangle half, std::type_identity_t<T> alpha, linalg::input_matrix<T> a, linalg::input_matrix<T> b,
           std::type_identity_t<T> beta, matrix_view<T> c, on_stream const& on = {}) {
  detail::gemm<T>(on, alpha, a, b, beta, c, detail::written_half_of(half));
}

/// One half of c = alpha * a * transposed(a) + beta*c.
template <linalg::scalar T>
void syrk(linalg::triangle half, std::type_identity_t<T> alpha, linalg::input_matrix<T> a, std::type_identity_t<T> beta,
          matrix_view<T> c, on_stream const& on = {}) {
  gemmt(half, alpha, a, transposed(a), beta, c, on);
}

/// One half of c = alpha * a * adjoint(a) + beta*c, with real alpha and beta. The diagonal comes out real
/// unless nothing is to be done (alpha = 0 or no columns, and beta = 1); the imaginary parts of the diagonal of c are
/// not read.
template <linalg::scalar T>
void herk(linalg::triangle half, std::type_identity_t<linalg::real_of<T>> alpha, linalg::input_matrix<T> a,
          std::type_identity_t<linalg::real_of<T>> beta, matrix_view<T> c, on_stream const& on = {}) {
  detail::herk<T>(on, alpha, a, beta, c, detail::written_half_of(half));
}

/// Many products c[i] = alpha*a[i]*b[i] + beta*c[i], one after another. No c may share memory with another c, or with
/// any a or b.
template <linalg::scalar T>
void gemm_batch(std::type_identity_t<T> alpha, std::type_identity_t<std::span<matrix_view<T const> const>> a,
                std::type_identity_t<std::span<matrix_view<T const> const>> b, std::type_identity_t<T> beta,
                std::span<matrix_view<T> const> c, on_stream const& on = {}) {
  detail::gemm_batch<T>(on, alpha, a, b, beta, c);
}

/// The same of matrices at equal distances, each like the first: a[i] begins `stride_a` elements after a[i - 1]; a
/// distance of 0 takes the same matrix for all. Small products, of up to 2048 real entries and sums of 512 real
/// products, are computed by one kernel, and take no memory.
template <linalg::scalar T>
void gemm_strided_batch(std::type_identity_t<T> alpha, linalg::input_matrix<T> a, std::ptrdiff_t stride_a,
                        linalg::input_matrix<T> b, std::ptrdiff_t stride_b, std::type_identity_t<T> beta,
                        matrix_view<T> c, std::ptrdiff_t stride_c, std::ptrdiff_t count, on_stream const& on = {}) {
  detail::gemm_strided_batch<T>(on, alpha, a, stride_a, b, stride_b, beta, c, stride_c, count);
}

/// The sides of a product.
enum class product_side { left, right };

/// A factor of many products on the current GPU, converted once to what they are computed with: weights, or the matrix
/// of an iteration; of real numbers. Refers to the matrix, which must stay as it is. Takes about 18 bytes for each of
/// its elements (10 for floats); waits for the GPU. Products have the same bits as without it.
///
///     isobit::cuda::prepared_matrix<double> weights(isobit::column_major(b, k, n), isobit::cuda::product_side::right);
///     isobit::cuda::gemm(1.0, isobit::column_major(a, m, k), weights, 0.0, isobit::column_major(c, m, n), stream);
template <detail::prepared T> class prepared_matrix {
public:
  /// Throws `error` where there is no GPU or no memory.
  prepared_matrix(linalg::input_matrix<T> matrix, product_side side, on_stream const& on = {})
      : converted_(detail::convert<T>(on, matrix, side == product_side::left)) {}
  prepared_matrix(prepared_matrix&& other) noexcept : converted_(std::exchange(other.converted_, nullptr)) {}
  prepared_matrix& operator=(prepared_matrix&& other) noexcept {
    std::swap(converted_, other.converted_);
    return *this;
  }
  ~prepared_matrix() { detail::destroy(converted_); }

  [[nodiscard]] detail::converted_matrix<T> const* get() const noexcept { return converted_; }

private:
  detail::converted_matrix<T>* converted_;
};

/// The product with a prepared matrix on either side.
template <detail::prepared T>
void gemm(std::type_identity_t<T> alpha, prepared_matrix<T> const& a, linalg::input_matrix<T> b,
          std::type_identity_t<T> beta, matrix_view<T> c, on_stream const& on = {}) {
  detail::gemm<T>(on, alpha, a.get(), b, true, beta, c);
}
template <detail::prepared T>
void gemm(std::type_identity_t<T> alpha, linalg::input_matrix<T> a, prepared_matrix<T> const& b,
          std::type_identity_t<T> beta, matrix_view<T> c, on_stream const& on = {}) {
  detail::gemm<T>(on, alpha, b.get(), a, false, beta, c);
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
