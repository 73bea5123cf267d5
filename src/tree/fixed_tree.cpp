#include <isobit/tree/fixed_tree.hpp>

#include "arithmetic/environment.hpp"
#include "sum/views.hpp"
#include "tree/tree_sum.hpp"

ISOBIT_NAMESPACE_BEGIN

template <std::floating_point T> T tree_addition<T>::operator()(T left, T right) const noexcept {
  return in_standard_rounding([&] {
    T sum = left + right;
    pin(sum);
    return canonical(sum);
  });
}
template struct tree_addition<double>;
template struct tree_addition<float>;

namespace detail {

template <class Result, class T> Result tree_sum(driver_ref const& on, vector_view<T const> const& values) {
  return trees::tree_sum(trees::kernels(), on, values);
}

template <class Result, class T>
tree_sum_piece<Result> tree_sum_part(driver_ref const& on, vector_view<T const> const& values, tree_place place) {
  return trees::tree_sum_part(trees::kernels(), on, values, place);
}

#define ISOBIT_INSTANTIATE(T)                                                                           \
  template buffered_real<T> tree_sum<buffered_real<T>>(driver_ref const&, vector_view<T const> const&); \
  template tree_sum_piece<buffered_real<T>> tree_sum_part<buffered_real<T>>(driver_ref const&,          \
                                                                            vector_view<T const> const&, tree_place);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(float16)
ISOBIT_INSTANTIATE(bfloat16)

}  // namespace detail
ISOBIT_NAMESPACE_END
