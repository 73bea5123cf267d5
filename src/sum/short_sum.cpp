#include "sum/short_sum.hpp"

#include "sum/views.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation {

template <class T> bool short_sum(vector_view<T const> const& values, integer_sum& sum) {
  if constexpr (detail::kernels_read<T>) {
    if (!detail::is_direct(values) || values.count() > block_size) return false;
    auto const& machine = this_machine<T>();
    typename detail::terms<T>::values const term{values.data};
    std::size_t const n = values.count();
    auto const result = [&] {
      if constexpr (std::same_as<T, double>) {
        if (n == 1 || n == 2) return add_pair(values.data[0], n == 2 ? values.data[1] : 0);
        if (machine.kernels->silent && n > 0)  // two finite doubles say it all, as a rule
          if (auto const [high, low, radius] = machine.kernels->short_enclosed_f64(values.data, n).sum; is_zero(radius))
            if (auto const sum_of_two = add_pair(high, low)) return sum_of_two;
      }
      // Integers need no environment, which takes longer to set up than so many numbers to add.
      if (n < few)
        if (auto const sum_of_few = add_few(*machine.kernels, term, n); sum_of_few || n < smallest_block)
          return sum_of_few;
      return add_one_block(machine, term, n);
    }();
    if (result) sum = *result;
    return static_cast<bool>(result);
  }
  return false;
}

template bool short_sum(vector_view<double const> const&, integer_sum&);
template bool short_sum(vector_view<float const> const&, integer_sum&);
template bool short_sum(vector_view<float16 const> const&, integer_sum&);
template bool short_sum(vector_view<bfloat16 const> const&, integer_sum&);

}  // namespace summation
ISOBIT_NAMESPACE_END
