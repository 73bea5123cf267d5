#pragma once

#include <isobit/linalg/view.hpp>
#include <isobit/sum/exact.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// What an entry of a result is by definition: a sum of products, exactly; rounded once. The last tier of everything
/// here. What isobit::mpi, a library of its own, calls is exported.
template <scalar T> class exact_entry {
public:
  void add(T x) noexcept;
  void add_product(T a, T b) noexcept;
  void subtract_product(T a, T b) noexcept;
  /// The products of two views of the same size, conjugated as they say.
  ISOBIT_API void add_products(vector_view<T const> a, vector_view<T const> b);
  void merge(exact_entry const& other) noexcept;

  /// The sum, rounded. An exact zero is +0.
  [[nodiscard]] T round() const;
  /// alpha*sum + beta*c, rounded once; c is ignored for beta = 0, and so is what meets a part of alpha or beta that is
  /// zero. An exact zero is +0.
  [[nodiscard]] ISOBIT_API T round(T alpha, T beta, T c) const;

  /// The sums of the parts, for sending; a real entry has no imaginary part.
  exact_product real;
  exact_product imaginary;
};

extern template class exact_entry<float>;
extern template class exact_entry<double>;
extern template class exact_entry<std::complex<float>>;
extern template class exact_entry<std::complex<double>>;

}  // namespace linalg
ISOBIT_NAMESPACE_END
