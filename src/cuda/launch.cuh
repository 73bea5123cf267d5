#pragma once

#include "cuda/reduce.cuh"
#include "cuda/reductions.hpp"
#include "cuda/resident_blocks.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// The shape of a block, how many pieces a lane reads at once, and how many blocks a processor should have room for.
/// docs/performance/cuda.md#shapes
template <class Term> struct shape {
  static constexpr bool doubles = sizeof(typename Term::element) == sizeof(double);
  static constexpr bool products = !std::is_same_v<typename Term::loaded, piece<typename Term::element, Term::width>>;
  static constexpr int threads = 256;
  static constexpr int batch = (doubles && !products ? 16 : 8) / (Term::width * Term::parts);
  static constexpr int blocks = doubles || products ? 2 : 4;
  static constexpr int shared_bytes = Term::columns_type::bytes_per_thread * threads;
};

/// Starts the reduction of a term.
template <class Term> void launch(call const& here, Term const& term, finish_request const& request) {
  using s = shape<Term>;
  constexpr long long warps = s::threads / 32;
  long long const batches = (term.pieces() + 32 * s::batch - 1) / (32 * s::batch);
  // What one block does in a few rounds would take others longer to be merged.
  constexpr long long few_rounds = 4;
  long long const wanted = batches <= few_rounds * warps ? 1 : (batches + warps - 1) / warps;
  constexpr auto* kernel = reduce<Term, s::threads, s::batch, s::blocks>;
  unsigned const blocks = blocks_for<kernel>(wanted, here.device(), s::threads, s::shared_bytes);
  auto& memory = here.memory().template memory<typename Term::state_type>();
  kernel<<<blocks, s::threads, s::shared_bytes, here.stream()>>>(term, &memory, request, here.with());
  check(cudaGetLastError(), "starting a reduction");
}

/// Whether elements can be read 16 bytes at once.
template <class T> bool is_contiguous(vector_view<T const> const& view) {
  bool const dense = view.stride == 1 || view.size <= 1;
  return dense && reinterpret_cast<std::uintptr_t>(view.data) % sizeof(T) == 0;
}

/// The elements of a view of any kind, negated if so told.
template <class T> strided<T> strided_elements(vector_view<T const> const& view, bool negate) {
  return {view.data, view.size, view.stride, negate ? format<T>::sign_bit : typename format<T>::bits_type{0}};
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
