#include <isobit/tree/fixed_tree.hpp>

#include "arithmetic/environment.hpp"
#include "sum/views.hpp"
#include "tree/tree_sum.hpp"

ISOBIT_NAMESPACE_BEGIN

template <std::floating_point T> T tree_addition<T>::operator()(T left, T right) const noexcept {
  return in_standard_environment([&](environment_guard&) {
    T sum = left + right;
    pin(sum);
    return canonical(sum);
  });
}
template struct tree_addition<double>;
template struct tree_addition<float>;

namespace detail {

template <real T> buffered_real<T> tree_sum(driver_ref const& driver, strided<T> const& values) {
  return trees::tree_sum(trees::kernels(), driver, values);
}

template <real T>
tree_sum_piece<buffered_real<T>> tree_sum_part(driver_ref const& driver, strided<T> const& values, tree_place place) {
  return trees::tree_sum_part(trees::kernels(), driver, values, place);
}

#define ISOBIT_INSTANTIATE(T)                                                      \
  template buffered_real<T> tree_sum(driver_ref const& driver, strided<T> const&); \
  template tree_sum_piece<buffered_real<T>> tree_sum_part(driver_ref const&, strided<T> const&, tree_place);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(float16)
ISOBIT_INSTANTIATE(bfloat16)

}  // namespace detail
ISOBIT_NAMESPACE_END
