#include <cmath>
#include <complex>

#include <isobit/isobit.hpp>

#include "array.hpp"

namespace isobit::fortran {
namespace {

/// As the Fortran modules number them; dot has a call of its own.
enum class operation : int { sum = 1, asum = 2, nrm2 = 3, mean = 4, dot = 5 };

/// What an operation adds up, exactly.
struct sums {
  exact_product real, imaginary;
  std::uint64_t count = 0;
};

/// The span of that index with `change` applied to every number.
template <class T, std::size_t N, class Change>
std::span<T const> changed(std::array<std::span<T const>, N> const& spans, std::size_t index, T* buffer,
                           Change change) noexcept {
  std::transform(spans[index].begin(), spans[index].end(), buffer, change);
  return {buffer, spans[index].size()};
}

template <class T> void add_reals(operation op, array const& x, array const* y, array const* mask, sums& into) {
  if (op == operation::dot) {
    gather<T, 2>({x, *y}, mask, [&](auto const& s) { into.real.add_products(s[0], s[1]); });
    return;
  }
  gather<T, 1>({x}, mask, [&](auto const& s) {
    T buffer[512];
    into.count += s[0].size();
    if (op == operation::nrm2)
      into.real.add_products(s[0], s[0]);
    else if (op == operation::asum)
      into.real.add(changed<T>(s, 0, buffer, [](T value) { return std::fabs(value); }));
    else
      into.real.add(s[0]);
  });
}

template <class T> void add_complexes(operation op, array const& x, array const* y, array const* mask, sums& into) {
  if (op == operation::dot) {  // of conj(x) and y
    gather<T, 4>({x, imaginary_part<T>(x), *y, imaginary_part<T>(*y)}, mask, [&](auto const& s) {
      T buffer[512];
      into.real.add_products(s[0], s[2]);
      into.real.add_products(s[1], s[3]);
      into.imaginary.add_products(s[0], s[3]);
      into.imaginary.add_products(changed<T>(s, 1, buffer, [](T value) { return -value; }), s[2]);
    });
  } else if (op == operation::asum || op == operation::nrm2) {  // both parts of an element go into one sum
    add_reals<T>(op, x, y, mask, into);
    add_reals<T>(op, imaginary_part<T>(x), y, mask, into);
  } else {
    gather<T, 2>({x, imaginary_part<T>(x)}, mask, [&](auto const& s) {
      into.count += s[0].size();
      into.real.add(s[0]);
      into.imaginary.add(s[1]);
    });
  }
}

template <class T> T rounded(operation op, exact_product const& sum, std::uint64_t count) {
  if (op == operation::nrm2) return sum.square_root<T>();
  if (op != operation::mean) return sum.round<T>();
  return count == 0 ? from_bits<T>(format<T>::canonical_nan) : sum.mean<T>(count);
}

bool has_real_result(operation op) noexcept { return op == operation::asum || op == operation::nrm2; }

template <class E> void reduce_views(operation op, vector_view<E const> x, vector_view<E const> y, void* result) {
  auto const store = [&](auto value) { std::memcpy(result, &value, sizeof value); };
  switch (op) {
  case operation::sum:
    return store(isobit::sum(x));
  case operation::asum:
    return store(isobit::asum(x));
  case operation::nrm2:
    return store(isobit::nrm2(x));
  case operation::mean:
    return store(isobit::mean(x));
  case operation::dot:
    if constexpr (complex_number<E>)
      return store(isobit::conjugated_dot(x, y));
    else
      return store(isobit::dot(x, y));
  }
}

/// The operation on a whole array, by the library's fastest way if it is one run without a mask.
template <class T, class E> void reduce(operation op, array const& x, array const* y, array const* mask, void* result) {
  traversal<2> const together({x, y != nullptr ? *y : x});
  vector_view<E const> left, right;
  std::ptrdiff_t const length = x.count() == 0 ? 0 : together.run_length();
  if (mask == nullptr && together.is_one_run() && view_of_run(length, together.run_stride(0), x.base, left) &&
      (y == nullptr || view_of_run(length, together.run_stride(1), y->base, right)))
    return reduce_views<E>(op, left, right, result);
  sums all;
  if constexpr (complex_number<E>)
    add_complexes<T>(op, x, y, mask, all);
  else
    add_reals<T>(op, x, y, mask, all);
  T const parts[2] = {rounded<T>(op, all.real, all.count), rounded<T>(op, all.imaginary, all.count)};
  std::memcpy(result, parts, complex_number<E> && !has_real_result(op) ? sizeof parts : sizeof parts[0]);
}

void reduce(operation op, kind k, array const& x, array const* y, array const* mask, void* result) {
  for_kind(k, [&]<class T>(type<T>, bool is_complex) {
    if (is_complex)
      reduce<T, std::complex<T>>(op, x, y, mask, result);
    else
      reduce<T, T>(op, x, y, mask, result);
  });
}

std::size_t bytes_of_result(operation op, kind k) noexcept {
  std::size_t const real = k == kind::real32 || k == kind::complex32 ? 4 : 8;
  bool const is_complex = k == kind::complex32 || k == kind::complex64;
  return is_complex && !has_real_result(op) ? 2 * real : real;
}

}  // namespace
}  // namespace isobit::fortran

using namespace isobit;
using namespace isobit::fortran;

extern "C" {

/// The operation on all elements of x where the mask, if any, is true.
int isobit_fortran_reduce(int op, int k, CFI_cdesc_t const* x, CFI_cdesc_t const* mask, void* result) {
  arguments checked(x);
  array chosen;
  array const* const where = checked.with(mask, chosen, mask_differs);
  if (checked.status != ISOBIT_OK) return checked.status;
  return perform([&] { reduce(operation(op), kind(k), checked.x, nullptr, where, result); });
}

/// The sum of the products of x, conjugated, and y.
int isobit_fortran_dot(int k, CFI_cdesc_t const* x, CFI_cdesc_t const* y, CFI_cdesc_t const* mask, void* result) {
  arguments checked(x);
  array other, chosen;
  array const* const right = checked.with(y, other, sides_differ);
  array const* const where = checked.with(mask, chosen, mask_differs);
  if (checked.status != ISOBIT_OK) return checked.status;
  return perform([&] { reduce(operation::dot, kind(k), checked.x, right, where, result); });
}

/// The operation along dimension `dim`, counted from 1, of x, or of x and y: the results are contiguous.
int isobit_fortran_reduce_along(int op, int k, CFI_cdesc_t const* x, CFI_cdesc_t const* y, int dim,
                                CFI_cdesc_t const* mask, void* results) {
  arguments checked(x);
  array other, chosen;
  array const* const right = checked.with(y, other, sides_differ);
  array const* const where = checked.with(mask, chosen, mask_differs);
  if (checked.status != ISOBIT_OK) return checked.status;
  if (dim < 1 || dim > checked.x.rank)
    return refuse(ISOBIT_INVALID_ARGUMENT, "isobit: dim is not a dimension of the array");
  return perform([&] {
    // What is not given is seen as x, and not used.
    std::array<array, 3> const all = {checked.x, right != nullptr ? *right : checked.x,
                                      where != nullptr ? *where : checked.x};
    traversal<3> const rest({all[0].without(dim - 1), all[1].without(dim - 1), all[2].without(dim - 1)});
    std::array<array, 3> line = {all[0].only(dim - 1), all[1].only(dim - 1), all[2].only(dim - 1)};
    auto* result = static_cast<char*>(results);
    rest.for_each_run([&](auto at) {
      for (std::ptrdiff_t i = 0; i < rest.run_length(); ++i) {
        for (std::size_t which = 0; which < 3; ++which) line[which].base = at[which];
        reduce(operation(op), kind(k), line[0], right != nullptr ? &line[1] : nullptr,
               where != nullptr ? &line[2] : nullptr, result);
        result += bytes_of_result(operation(op), kind(k));
        for (std::size_t which = 0; which < 3; ++which) at[which] += rest.run_stride(which);
      }
    });
  });
}

}  // extern "C"
