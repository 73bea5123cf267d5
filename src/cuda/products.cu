#include "cuda/launch.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

template <class T>
void reduce_products(call const& here, vector_view<T const> const& x, vector_view<T const> const& y, bool negate,
                     finish_request const& request) {
  here.require_elements(x);
  here.require_elements(y);
  // Pieces of both must hold the same elements.
  auto const past = [](auto const& view) { return reinterpret_cast<std::uintptr_t>(view.data) % 16; };
  if (!negate && is_contiguous(x) && is_contiguous(y) && past(x) == past(y))
    launch(here, products<contiguous<T>>{{x.data, x.size}, {y.data, y.size}}, request);
  else
    launch(here, products<strided<T>>{strided_elements(x, negate), strided_elements(y, false)}, request);
}

#define ISOBIT_INSTANTIATE(T)                                                                                \
  template void reduce_products(call const&, vector_view<T const> const&, vector_view<T const> const&, bool, \
                                finish_request const&);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(float16)
ISOBIT_INSTANTIATE(bfloat16)

}  // namespace cuda
ISOBIT_NAMESPACE_END
