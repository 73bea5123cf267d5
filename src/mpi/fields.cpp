#include <isobit/mpi/fields.hpp>

#include <string>

#include <isobit/driver/parts.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi {

namespace {

void require_as_many(std::size_t values, std::size_t others, char const* name) {
  if (values != others)
    throw error(status::invalid_argument, "isobit::mpi::field: " + std::to_string(values) + " values and " +
                                              std::to_string(others) + " " + name + "; pass as many");
}

}  // namespace

template <field_number T> exact_product field<T>::local_sum(driver_ref const& driver) const {
  if (has_weights_) require_as_many(values_.size(), weights_.size(), "weights");
  if (is_set_ != nullptr) require_as_many(values_.size(), mask_size_, "mask entries");
  if (is_set_ == nullptr)
    return has_weights_ ? exact_product(isobit::exact_dot(values_, weights_, driver))
                        : exact_product(isobit::exact_sum(values_, driver));
  return isobit::detail::merge_parts(
      exact_product(), driver, values_.size(), [&](exact_product& state, std::size_t first, std::size_t count) {
        constexpr std::size_t size = isobit::detail::gather_size;
        T values[size], weights[size];
        std::size_t filled = 0;
        auto const flush = [&] {
          if (has_weights_)
            state.add_products(std::span<T const>(values, filled), std::span<T const>(weights, filled));
          else
            state.add(std::span<T const>(values, filled));
          filled = 0;
        };
        for (std::size_t i = first; i < first + count; ++i) {
          if (!is_set_(mask_, i)) continue;
          values[filled] = values_[i];
          if (has_weights_) weights[filled] = weights_[i];
          if (++filled == size) flush();
        }
        flush();
      });
}

template exact_product field<double>::local_sum(driver_ref const&) const;
template exact_product field<float>::local_sum(driver_ref const&) const;

}  // namespace mpi
ISOBIT_NAMESPACE_END
