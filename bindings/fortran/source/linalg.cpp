#include <isobit/linalg.hpp>
#include <isobit/linalg/forced_products.hpp>

#include <complex>
#include <vector>

#include "array.hpp"

namespace isobit::fortran {
namespace {

/// The first and the last byte that an array of at most two dimensions reaches.
struct reach {
  std::uintptr_t first, last;
  explicit reach(array const& a) noexcept
      : first(reinterpret_cast<std::uintptr_t>(a.base)), last(first + a.element - 1) {
    for (int d = 0; d < a.rank; ++d) {
      auto const span = static_cast<std::uintptr_t>((a.extent[array::at(d)] - 1) * a.stride[array::at(d)]);
      (a.stride[array::at(d)] < 0 ? first : last) += span;
    }
  }
};

bool may_overlap(array const& a, array const& b) noexcept {
  if (a.count() == 0 || b.count() == 0) return false;
  reach const x(a), y(b);
  return x.first <= y.last && y.first <= x.last;
}

std::ptrdiff_t rows(array const& a) noexcept { return a.extent[0]; }
std::ptrdiff_t columns(array const& a) noexcept { return a.rank < 2 ? 1 : a.extent[1]; }

/// Whether the library can see the elements where they are: aligned, and a whole number of them apart.
bool lies_on_elements(kind k, array const& a) noexcept {
  auto const size = static_cast<std::ptrdiff_t>(a.element);
  std::uintptr_t const alignment = k == kind::real32 || k == kind::complex32 ? alignof(float) : alignof(double);
  return reinterpret_cast<std::uintptr_t>(a.base) % alignment == 0 && a.stride[0] % size == 0 &&
         (a.rank < 2 || a.stride[1] % size == 0);
}

/// An array of one or two dimensions as the library's matrix. Precondition: lies_on_elements.
template <class T> linalg::matrix_view<T> matrix_of(array const& a) noexcept {
  constexpr auto size = static_cast<std::ptrdiff_t>(sizeof(T));
  linalg::matrix_view<T> m;
  m.data = reinterpret_cast<T*>(const_cast<char*>(a.base));
  m.rows = rows(a), m.columns = columns(a);
  m.row_stride = a.stride[0] / size;
  m.column_stride = a.rank < 2 ? m.rows * m.row_stride : a.stride[1] / size;
  return m;
}

template <class T> linalg::vector_view<T> vector_of(array const& a) noexcept {
  linalg::vector_view<T> v;
  v.data = reinterpret_cast<T*>(const_cast<char*>(a.base));
  v.size = a.extent[0], v.stride = a.stride[0] / static_cast<std::ptrdiff_t>(sizeof(T));
  return v;
}

/// What is read, where it lies; or a copy, where it cannot be seen there or lies between the elements of the result.
template <class T> class operand {
public:
  operand(kind k, array const& a, array const& result) : seen_(a) {
    if (lies_on_elements(k, a) && !may_overlap(a, result)) return;
    copy_.resize(a.count());
    T* next = copy_.data();
    traversal<1> const all({a});
    all.for_each_run([&](auto at) {
      for (std::ptrdiff_t i = 0; i < all.run_length(); ++i, at[0] += all.run_stride(0))
        std::memcpy(next++, at[0], sizeof(T));
    });
    seen_.base = reinterpret_cast<char const*>(copy_.data());
    seen_.stride[0] = sizeof(T);
    seen_.stride[1] = a.extent[0] * static_cast<std::ptrdiff_t>(sizeof(T));
  }
  [[nodiscard]] linalg::matrix_view<T const> matrix() const noexcept { return matrix_of<T const>(seen_); }
  [[nodiscard]] linalg::vector_view<T const> vector() const noexcept { return vector_of<T const>(seen_); }

private:
  array seen_;
  std::vector<T> copy_;
};

/// As the Fortran module numbers them: the matrix itself, transposed, conjugated and transposed.
template <class T> linalg::matrix_view<T const> applied(int how, linalg::matrix_view<T const> m) noexcept {
  return how == 0 ? m : how == 1 ? transposed(m) : adjoint(m);
}
std::ptrdiff_t rows(int how, array const& a) noexcept { return how == 0 ? rows(a) : columns(a); }
std::ptrdiff_t columns(int how, array const& a) noexcept { return how == 0 ? columns(a) : rows(a); }

template <class T> T number_at(void const* p) noexcept {
  T value;
  std::memcpy(&value, p, sizeof value);
  return value;
}

/// body(E()) with the type of the elements.
template <class Body> void for_elements(kind k, Body body) {
  for_kind(k, [&]<class T>(type<T>, bool is_complex) {
    if (is_complex)
      body(std::complex<T>());
    else
      body(T());
  });
}

/// Refuses what the environment asks products for and this machine has not.
int check_products() noexcept {
  if (int const status = check_environment(); status != ISOBIT_OK) return status;
  static bool const can_be_met = linalg::detail::forced_products_are_available();
  if (can_be_met) return ISOBIT_OK;
  return refuse(
      ISOBIT_UNSUPPORTED,
      "isobit: ISOBIT_FORCE_PRODUCTS is neither tiles nor residues, or ISOBIT_FORCE_ISA=amx and the system does "
      "not grant the processor's tiles; unset it");
}

/// `perform`, for what may multiply matrices.
template <class Body> int perform_products(Body body) noexcept {
  int const status = check_products();
  return status != ISOBIT_OK ? status : attempt(body);
}

int shapes_differ() noexcept {
  return refuse(ISOBIT_INVALID_ARGUMENT, "isobit: the shapes of the matrices do not fit together");
}
int cannot_be_written() noexcept {
  return refuse(ISOBIT_INVALID_ARGUMENT,
                "isobit: the elements of the result do not lie a whole number of elements apart; pass a copy");
}
int wrong_operation() noexcept {
  return refuse(ISOBIT_INVALID_ARGUMENT, "isobit: trans, transa or transb is none of 'N', 'T', 'C'");
}

}  // namespace
}  // namespace isobit::fortran

using namespace isobit;
using namespace isobit::fortran;

extern "C" {

/// c = alpha*op(a)*op(b) + beta*c.
int isobit_fortran_gemm(int k, int op_a, int op_b, void const* alpha, CFI_cdesc_t const* a_, CFI_cdesc_t const* b_,
                        void const* beta, CFI_cdesc_t const* c_) {
  array const a(*a_), b(*b_), c(*c_);
  if (op_a < 0 || op_b < 0) return wrong_operation();
  if (rows(op_a, a) != rows(c) || columns(op_b, b) != columns(c) || columns(op_a, a) != rows(op_b, b))
    return shapes_differ();
  if (!lies_on_elements(kind(k), c)) return cannot_be_written();
  return perform_products([&] {
    for_elements(kind(k), [&]<class E>(E) {
      operand<E> const left(kind(k), a, c), right(kind(k), b, c);
      linalg::gemm(number_at<E>(alpha), applied(op_a, left.matrix()), applied(op_b, right.matrix()), number_at<E>(beta),
                   matrix_of<E>(c));
    });
  });
}

/// y = alpha*op(a)*x + beta*y.
int isobit_fortran_gemv(int k, int op_a, void const* alpha, CFI_cdesc_t const* a_, CFI_cdesc_t const* x_,
                        void const* beta, CFI_cdesc_t const* y_) {
  array const a(*a_), x(*x_), y(*y_);
  if (op_a < 0) return wrong_operation();
  if (rows(op_a, a) != rows(y) || columns(op_a, a) != rows(x)) return shapes_differ();
  if (!lies_on_elements(kind(k), y)) return cannot_be_written();
  return perform_products([&] {
    for_elements(kind(k), [&]<class E>(E) {
      operand<E> const left(kind(k), a, y), right(kind(k), x, y);
      linalg::gemv(number_at<E>(alpha), applied(op_a, left.matrix()), right.vector(), number_at<E>(beta),
                   vector_of<E>(y));
    });
  });
}

/// Factors a in place; the pivots count from 0, info is 0 or the column, counted from 1, that has no pivot.
int isobit_fortran_lu(int k, CFI_cdesc_t const* a_, std::ptrdiff_t* pivots, std::ptrdiff_t count,
                      std::ptrdiff_t* info) {
  array const a(*a_);
  if (count < std::min(rows(a), columns(a)))
    return refuse(ISOBIT_INVALID_ARGUMENT, "isobit: lu needs as many pivots as the matrix has rows or columns");
  if (!lies_on_elements(kind(k), a)) return cannot_be_written();
  return perform_products([&] {
    for_elements(kind(k), [&]<class E>(E) {
      *info = linalg::lu(matrix_of<E>(a), std::span<linalg::index>(pivots, static_cast<std::size_t>(count)));
    });
  });
}

/// b = inverse(a)*b from what lu left of a.
int isobit_fortran_lu_solve(int k, CFI_cdesc_t const* factors_, std::ptrdiff_t const* pivots, std::ptrdiff_t count,
                            CFI_cdesc_t const* b_) {
  array const factors(*factors_), b(*b_);
  if (rows(factors) != columns(factors) || rows(factors) != rows(b)) return shapes_differ();
  if (count < rows(factors)) return refuse(ISOBIT_INVALID_ARGUMENT, "isobit: fewer pivots than rows");
  for (std::ptrdiff_t i = 0; i < rows(factors); ++i)
    if (pivots[i] < i || pivots[i] >= rows(factors))
      return refuse(ISOBIT_INVALID_ARGUMENT, "isobit: these pivots are not those that lu returned");
  if (!lies_on_elements(kind(k), b)) return cannot_be_written();
  return perform_products([&] {
    for_elements(kind(k), [&]<class E>(E) {
      operand<E> const seen(kind(k), factors, b);
      linalg::lu_solve<E>(seen.matrix(), std::span<linalg::index const>(pivots, static_cast<std::size_t>(count)),
                          matrix_of<E>(b));
    });
  });
}

/// b = inverse(a)*b, refined up to so many times.
int isobit_fortran_solve(int k, CFI_cdesc_t const* a_, CFI_cdesc_t const* b_, std::ptrdiff_t refinements) {
  array const a(*a_), b(*b_);
  if (rows(a) != columns(a) || rows(a) != rows(b)) return shapes_differ();
  if (refinements < 0) return refuse(ISOBIT_INVALID_ARGUMENT, "isobit: a negative number of refinements");
  if (!lies_on_elements(kind(k), b)) return cannot_be_written();
  linalg::index zero_pivot = 0;
  int const status = perform_products([&] {
    for_elements(kind(k), [&]<class E>(E) {
      operand<E> const seen(kind(k), a, b);
      zero_pivot =
          linalg::detail::solve_unless_singular<E>({}, seen.matrix(), matrix_of<E>(b), linalg::refinement{refinements});
    });
  });
  if (status == ISOBIT_OK && zero_pivot != 0)
    return refuse(ISOBIT_SINGULAR, "isobit: the matrix is singular: a pivot of its factors is zero");
  return status;
}

}  // extern "C"
