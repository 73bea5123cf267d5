#include <cstdint>
#include <span>

#include <isobit/error.hpp>
#include <isobit/linalg.hpp>

#include "buffer.hpp"
#include "call.hpp"
#include "element_type.hpp"
#include "lines.hpp"
#include "parts.hpp"

namespace isobit_python {

namespace {

namespace nb = nanobind;
namespace linalg = isobit::linalg;
using linalg::index;

/// Matrices one after the other, each row by row: a contiguous array of three dimensions.
template <class T> class stack {
public:
  explicit stack(buffer const& array)
      : data_(array.data<T>()), count_(array.size(0)), rows_(array.size(1)), columns_(array.size(2)) {}
  [[nodiscard]] std::size_t count() const noexcept { return static_cast<std::size_t>(count_); }
  [[nodiscard]] std::size_t entries() const noexcept { return static_cast<std::size_t>(rows_ * columns_); }
  [[nodiscard]] isobit::matrix_view<T> at(std::size_t i) const {
    return isobit::row_major(entries() == 0 ? nullptr : data_ + i * entries(), rows_, columns_);
  }

private:
  T* data_;
  index count_, rows_, columns_;
};

/// body(i, matrix i, on) for the matrices of an array, without the interpreter's lock.
template <class Body> void for_each_matrix(buffer const& array, char letter, std::size_t threads, Body body) {
  auto const on = driver_of(threads);
  without_lock(static_cast<std::size_t>(array.elements()), [&] {
    with_element_type(letter, [&]<class T>(std::type_identity<T>) {
      if constexpr (linalg::scalar<T>) {
        stack<T> const all(array);
        for_each_line(on.ref(), all.count(), all.entries(),
                      [&](std::size_t i, isobit::driver_ref const& on_one) { body(i, all.at(i), on_one); });
      } else {
        throw nb::type_error("isobit: linear algebra is of float32, float64 and complex numbers");
      }
    });
  });
}

/// Element i of an array with so many for each matrix.
template <class T> std::span<T> share(buffer const& array, std::size_t i) {
  auto const each = static_cast<std::size_t>(array.size(1));
  return {array.data<T>() + i * each, each};
}

/// failed[i] becomes 0, or 1 + the first zero on the diagonal of u.
void lu(nb::handle a, nb::handle pivots, nb::handle failed, char letter, std::size_t threads) {
  buffer const matrices(a, true), exchanged(pivots, true), outcome(failed, true);
  for_each_matrix(matrices, letter, threads, [&](std::size_t i, auto matrix, isobit::driver_ref const& on) {
    outcome.all<index>()[i] = linalg::lu(matrix, share<index>(exchanged, i), on);
  });
}

void cholesky(nb::handle a, nb::handle failed, bool upper, char letter, std::size_t threads) {
  buffer const matrices(a, true), outcome(failed, true);
  auto const half = upper ? linalg::triangle::upper : linalg::triangle::lower;
  for_each_matrix(matrices, letter, threads, [&](std::size_t i, auto matrix, isobit::driver_ref const& on) {
    outcome.all<index>()[i] = linalg::cholesky(half, matrix, on);
  });
}

void lu_solve(nb::handle factors, nb::handle pivots, nb::handle b, char letter, std::size_t threads) {
  buffer const matrices(factors), exchanged(pivots), right(b, true);
  for_each_matrix(matrices, letter, threads,
                  [&]<class T>(std::size_t i, isobit::matrix_view<T> matrix, auto const& on) {
                    linalg::lu_solve<T>(matrix, share<index const>(exchanged, i), stack<T>(right).at(i), on);
                  });
}

/// body(), and whether it found a matrix that has an inverse.
template <class Body> bool regular(Body body) {
  try {
    body();
    return true;
  } catch (isobit::error const& problem) {
    if (problem.code() == isobit::status::singular) return false;
    throw;
  }
}

/// failed[i] becomes 1 where matrix i is singular.
void solve(nb::handle a, nb::handle b, nb::handle failed, std::ptrdiff_t refinements, char letter,
           std::size_t threads) {
  buffer const matrices(a), right(b, true), outcome(failed, true);
  for_each_matrix(
      matrices, letter, threads, [&]<class T>(std::size_t i, isobit::matrix_view<T> matrix, auto const& on) {
        outcome.all<index>()[i] =
            !regular([&] { linalg::solve<T>(matrix, stack<T>(right).at(i), linalg::refinement{refinements}, on); });
      });
}

void inverse(nb::handle a, nb::handle failed, std::ptrdiff_t refinements, char letter, std::size_t threads) {
  buffer const matrices(a, true), outcome(failed, true);
  for_each_matrix(
      matrices, letter, threads, [&]<class T>(std::size_t i, isobit::matrix_view<T> matrix, auto const& on) {
        outcome.all<index>()[i] = !regular([&] { linalg::inverse<T>(matrix, linalg::refinement{refinements}, on); });
      });
}

void determinant(nb::handle a, nb::handle out, char letter, std::size_t threads) {
  buffer const matrices(a), results(out, true);
  for_each_matrix(matrices, letter, threads,
                  [&]<class T>(std::size_t i, isobit::matrix_view<T> matrix, auto const& on) {
                    results.all<T>()[i] = linalg::determinant(matrix, on);
                  });
}

}  // namespace

void add_linear_algebra(nb::module_& module) {
  module.def("lu", lu);
  module.def("cholesky", cholesky);
  module.def("lu_solve", lu_solve);
  module.def("solve", solve);
  module.def("inverse", inverse);
  module.def("determinant", determinant);
}

}  // namespace isobit_python
