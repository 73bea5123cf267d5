#include "cuda/launch.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

template <class T>
void reduce_values(call const& here, vector_view<T const> const& x, change how, finish_request const& request) {
  here.require_elements(x);
  auto const start = [&](auto elements) {
    using elements_type = decltype(elements);
    if (how == change::magnitude)
      launch(here, values<elements_type, true>{elements}, request);
    else
      launch(here, values<elements_type, false>{elements}, request);
  };
  if (how != change::negation && is_contiguous(x))
    start(contiguous<T>(x.data, x.size));
  else
    start(strided_elements(x, how == change::negation));
}

#define ISOBIT_INSTANTIATE(T) \
  template void reduce_values(call const&, vector_view<T const> const&, change, finish_request const&);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(float16)
ISOBIT_INSTANTIATE(bfloat16)

}  // namespace cuda
ISOBIT_NAMESPACE_END
