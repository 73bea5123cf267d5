#pragma once

#include "cuda/gemm/layout.hpp"
#include "linalg/round_entry.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// What is known of a sum.
struct known_sum {
  certify::enclosure<double> value;
  bool holds;
};

/// The parts of an entry, if the test says what all of them are.
template <class T> struct rounded_entry {
  real_of<T> part[parts_of<T>];
  bool holds;
};

/// alpha*sum + beta*c, rounded. Plain: the sum itself.
template <bool plain, class T>
ISOBIT_HOST_DEVICE inline rounded_entry<T> round_sums(product_task<T> const& task, known_sum const (&sum)[1], int i,
                                                      int j) {
  certify::enclosure<double> x = sum[0].value;
  if constexpr (!plain) {
    if (task.alpha != 1) x = static_cast<double>(task.alpha) * x;
    if (task.beta != 0)
      x = x + certify::product_of(static_cast<double>(task.beta), static_cast<double>(task.entry(i, j)));
  }
  auto const result = linalg::round_entry<T>(x);
  return {{result.value}, result.holds && sum[0].holds};
}
template <bool plain, class R>
ISOBIT_HOST_DEVICE inline rounded_entry<std::complex<R>> round_sums(product_task<std::complex<R>> const& task,
                                                                    known_sum const (&sum)[2], int i, int j) {
  certify::enclosure<double> re = sum[0].value, im = sum[1].value;
  if constexpr (!plain) {
    double const ar = task.alpha.real(), ai = task.alpha.imag(), br = task.beta.real(), bi = task.beta.imag();
    if (ai != 0)
      linalg::multiply_parts(task.alpha, re, im);
    else if (ar != 1)
      re = ar * re, im = ar * im;
    if (br != 0 || bi != 0) {
      double const x = task.entry(i, j), y = task.entry(i, j + 1);
      if (br != 0) re = re + certify::product_of(br, x), im = im + certify::product_of(br, y);
      if (bi != 0) re = re + certify::product_of(-bi, y), im = im + certify::product_of(bi, x);
    }
  }
  auto const real = linalg::round_entry<R>(re), imaginary = linalg::round_entry<R>(im);
  return {{real.value, imaginary.value}, real.holds && imaginary.holds && sum[0].holds && sum[1].holds};
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
