#pragma once

#include <concepts>
#include <type_traits>

#include <isobit/cuda/stream.hpp>
#include <isobit/view/matrix_view.hpp>

/// Functions of the rows of a matrix in device memory, as neural networks have them: sums are exact, and BITS.md has
/// the formula of each result, which is that of Python's `isobit.torch`. So a row's bits depend on the row alone: not
/// on the batch that it is in, on the shape of a launch, or on the GPU. Of floats, `float16` and `bfloat16`; rows may
/// lie apart, but the elements of one are contiguous. No call waits or may write where it reads.
///
///     auto logits = isobit::row_major(device_logits, 32, 4096);
///     isobit::cuda::rows::softmax(isobit::row_major(device_probabilities, 32, 4096), logits, stream);
ISOBIT_NAMESPACE_BEGIN
namespace cuda::rows {

/// What rows are made of.
template <class T>
concept row_element = std::same_as<T, float> || std::same_as<T, float16> || std::same_as<T, bfloat16>;

namespace detail {
template <class T> void sum(matrix_view<T const> const& x, T* out, on_stream const& on);
template <class T> void mean(matrix_view<T const> const& x, T* out, on_stream const& on);
template <class T> void logsumexp(matrix_view<T const> const& x, T* out, on_stream const& on);
template <class T> void softmax(matrix_view<T const> const& x, matrix_view<T> const& out, on_stream const& on);
template <class T> void log_softmax(matrix_view<T const> const& x, matrix_view<T> const& out, on_stream const& on);
template <class T>
void rms_norm(matrix_view<T const> const& x, vector_view<T const> const& weight, double epsilon,
              matrix_view<T> const& out, on_stream const& on);
template <class T>
void layer_norm(matrix_view<T const> const& x, vector_view<T const> const& weight, vector_view<T const> const& bias,
                double epsilon, matrix_view<T> const& out, on_stream const& on);
}  // namespace detail

/// out[i]: the exact sum of row i, rounded once. Here and below, throws `error` as `cuda::sum` does, and where shapes
/// do not fit; nothing is written then.
template <row_element T>
void sum(T* out, std::type_identity_t<matrix_view<T const>> const& x, on_stream const& on = {}) {
  detail::sum(x, out, on);
}
/// out[i]: the exact mean of row i, rounded once.
template <row_element T>
void mean(T* out, std::type_identity_t<matrix_view<T const>> const& x, on_stream const& on = {}) {
  detail::mean(x, out, on);
}
/// out[i]: the logarithm of the sum of the exponentials of row i.
template <row_element T>
void logsumexp(T* out, std::type_identity_t<matrix_view<T const>> const& x, on_stream const& on = {}) {
  detail::logsumexp(x, out, on);
}

/// The exponentials of each row, divided by their sum; `log_softmax`: the logarithm of that.
template <row_element T>
void softmax(matrix_view<T> const& out, std::type_identity_t<matrix_view<T const>> const& x, on_stream const& on = {}) {
  detail::softmax(x, out, on);
}
template <row_element T>
void log_softmax(matrix_view<T> const& out, std::type_identity_t<matrix_view<T const>> const& x,
                 on_stream const& on = {}) {
  detail::log_softmax(x, out, on);
}

/// Each row divided by the root of its mean square plus epsilon, times the weights; an empty view stands for none.
///
///     isobit::cuda::rows::rms_norm(normalised, hidden, gains, 1e-6, stream);
template <row_element T>
void rms_norm(matrix_view<T> const& out, std::type_identity_t<matrix_view<T const>> const& x,
              std::type_identity_t<vector_view<T const>> const& weight, double epsilon, on_stream const& on = {}) {
  detail::rms_norm(x, weight, epsilon, out, on);
}

/// Each row less its mean, divided by the root of its variance plus epsilon, times the weights, plus the biases.
///
///     isobit::cuda::rows::layer_norm(normalised, hidden, gains, biases, 1e-5, stream);
template <row_element T>
void layer_norm(matrix_view<T> const& out, std::type_identity_t<matrix_view<T const>> const& x,
                std::type_identity_t<vector_view<T const>> const& weight,
                std::type_identity_t<vector_view<T const>> const& bias, double epsilon, on_stream const& on = {}) {
  detail::layer_norm(x, weight, bias, epsilon, out, on);
}

}  // namespace cuda::rows
ISOBIT_NAMESPACE_END
