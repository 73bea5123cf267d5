#pragma once

#include "cuda/gemm/layout.hpp"
#include "cuda/scaled_total.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// alpha*sum + beta*c of an entry whose sum is in `with`, by one thread; of a complex one its parts come one after
/// another, and the last one ends it. As linalg::exact_entry on the CPU: what meets a part of alpha or beta that is
/// zero is left out.
template <class T>
ISOBIT_HOST_DEVICE void finish_entry(product_task<T> const& task, scaled_parts<1>& with, int, int i, int j) {
  T& entry = task.entry(i, j);
  scaled_total& total = with.total[0];
  total.clear();
  total.add(task.alpha, with.sum);
  if (task.beta != 0) total.add_product(task.beta, entry);
  entry = total.round<T>();
}
template <class R>
ISOBIT_HOST_DEVICE void finish_entry(product_task<std::complex<R>> const& task, scaled_parts<2>& with, int part, int i,
                                     int j) {
  auto& [sum, total] = with;
  R const ar = task.alpha.real(), ai = task.alpha.imag(), br = task.beta.real(), bi = task.beta.imag();
  if (part == 0)
    for (auto& each : total) each.clear();
  if (ar != 0) total[part].add(ar, sum);
  if (ai != 0) total[1 - part].add(part == 0 ? ai : -ai, sum);
  if (part == 0) return;
  R &re = task.entry(i, j), &im = task.entry(i, j + 1);
  if (br != 0) total[0].add_product(br, re), total[1].add_product(br, im);
  if (bi != 0) total[0].add_product(-bi, im), total[1].add_product(bi, re);
  re = total[0].template round<R>(), im = total[1].template round<R>();
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
