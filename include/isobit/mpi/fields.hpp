#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <exception>
#include <initializer_list>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <isobit/mpi/local.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi {

template <class T>
concept field_number = std::same_as<T, double> || std::same_as<T, float>;

/// One of several fields to be summed over all ranks in one reduction: this rank's values, perhaps each times a weight,
/// perhaps only those where a mask is set. What the mask leaves out does not count, be it NaN. Borrows all three.
///
///     auto volume = isobit::mpi::field(ice_thickness).weighted_by(cell_areas).where(is_ocean);
template <field_number T> class ISOBIT_API field {
public:
  template <std::ranges::contiguous_range Values>
    requires(std::same_as<std::ranges::range_value_t<Values>, T>)
  field(Values const& values) : values_(std::ranges::data(values), std::ranges::size(values)) {}

  /// As many weights as values; every product is exact.
  template <std::ranges::contiguous_range Weights>
    requires(std::same_as<std::ranges::range_value_t<Weights>, T>)
  [[nodiscard]] field weighted_by(Weights const& weights) const {
    field result = *this;
    result.weights_ = std::span<T const>(std::ranges::data(weights), std::ranges::size(weights));
    result.has_weights_ = true;
    return result;
  }

  /// As many bool or integers as values, such as Fortran's logicals; those that are not 0 count.
  template <std::ranges::contiguous_range Mask>
    requires(std::integral<std::ranges::range_value_t<Mask>>)
  [[nodiscard]] field where(Mask const& mask) const {
    field result = *this;
    using entry = std::ranges::range_value_t<Mask>;
    result.mask_ = std::ranges::data(mask);
    result.mask_size_ = std::ranges::size(mask);
    result.is_set_ = [](void const* entries, std::size_t i) { return static_cast<entry const*>(entries)[i] != 0; };
    return result;
  }

  /// This rank's exact sum. Throws `error` where weights or mask are not as many as the values.
  [[nodiscard]] exact_product local_sum(driver_ref const& on) const;

private:
  std::span<T const> values_;
  std::span<T const> weights_;
  bool has_weights_ = false;
  void const* mask_ = nullptr;
  std::size_t mask_size_ = 0;
  bool (*is_set_)(void const* mask, std::size_t i) = nullptr;  // null without a mask
};

template <std::ranges::contiguous_range Values> field(Values const&) -> field<std::ranges::range_value_t<Values>>;

extern template exact_product field<double>::local_sum(driver_ref const&) const;
extern template exact_product field<float>::local_sum(driver_ref const&) const;

namespace detail {

template <class T>
void local_sums(driver_ref const& on, std::span<field<T> const> fields, std::vector<exact_product>& states) {
  for (std::size_t i = 0; i < fields.size(); ++i) states[i] = fields[i].local_sum(on);
}

template <class T> std::vector<T> rounded(std::span<exact_product const> states) {
  std::vector<T> sums;
  sums.reserve(states.size());
  for (exact_product const& state : states) sums.push_back(state.template round<T>());
  return sums;
}

template <field_number T, class To>
auto sum_fields(driver_ref const& on, std::span<field<T> const> fields, MPI_Comm comm, To to) {
  communicator const ranks(comm, "sum");
  to.agree(ranks, "sum");
  std::vector<exact_product> states;
  std::vector<T> sums;
  std::exception_ptr problem;
  try {
    states.resize(fields.size()), sums.resize(fields.size());
    local_sums(on, fields, states);
  } catch (...) {
    problem = std::current_exception();
  }
  // A rank without memory for its states says so in the place of them.
  merge_exact(ranks, std::span<exact_product>(problem ? nullptr : states.data(), fields.size()), problem, "sum");
  std::transform(states.begin(), states.end(), sums.begin(),
                 [](auto const& state) { return state.template round<T>(); });
  return to.keep(ranks, std::move(sums));
}

}  // namespace detail

/// The exact sum of each of several fields, rounded once, in one reduction for all: as many fields, in the same order,
/// on every rank. The bits of each are those of a `sum` or `dot` of its own.
///
///     auto sums = isobit::mpi::sum({mass, energy, isobit::mpi::field(salt).weighted_by(volume)}, comm);
template <destination To = everyone>
[[nodiscard]] auto sum(std::initializer_list<field<double>> fields, MPI_Comm comm, To to = {},
                       driver_ref const& on = serial()) {
  return detail::sum_fields(on, std::span<field<double> const>(fields.begin(), fields.size()), comm, to);
}
[[nodiscard]] inline auto sum(std::initializer_list<field<double>> fields, MPI_Comm comm, driver_ref const& on) {
  return sum(fields, comm, everyone(), on);
}
template <destination To = everyone>
[[nodiscard]] auto sum(std::initializer_list<field<float>> fields, MPI_Comm comm, To to = {},
                       driver_ref const& on = serial()) {
  return detail::sum_fields(on, std::span<field<float> const>(fields.begin(), fields.size()), comm, to);
}
[[nodiscard]] inline auto sum(std::initializer_list<field<float>> fields, MPI_Comm comm, driver_ref const& on) {
  return sum(fields, comm, everyone(), on);
}
template <field_number T, destination To = everyone>
[[nodiscard]] auto sum(std::vector<field<T>> const& fields, MPI_Comm comm, To to = {},
                       driver_ref const& on = serial()) {
  return detail::sum_fields(on, std::span<field<T> const>(fields), comm, to);
}
template <field_number T>
[[nodiscard]] auto sum(std::vector<field<T>> const& fields, MPI_Comm comm, driver_ref const& on) {
  return sum(fields, comm, everyone(), on);
}

}  // namespace mpi
ISOBIT_NAMESPACE_END
