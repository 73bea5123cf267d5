#include "sum_by.hpp"

#include <bit>

#include <isobit/method/reduce.hpp>
#include <isobit/sum/sum.hpp>
#include <isobit/tree/fixed_tree.hpp>

#include "accumulators.hpp"
#include "plain.hpp"

namespace isobit::tool {
namespace {

template <class T> T unguarded_sum(method which, driver_ref const& driver, std::span<T const> values) {
  auto const by_accumulator = [&]<class A>(std::type_identity<A>) { return isobit::sum<A>(values, driver); };
  switch (which.kind) {
  case method_kind::exact:
    return isobit::sum(values, driver);
  case method_kind::binned:
    return with_bins<T>(which, by_accumulator);
  case method_kind::single_sweep:
  case method_kind::double_sweep:
    return with_sweep<T>(which, by_accumulator);
  case method_kind::tree:
    return tree_sum(values, driver);
  case method_kind::kahan:
  case method_kind::knuth:
  case method_kind::extended:
    return with_lanes<T>(which, by_accumulator);
  case method_kind::plain:
    return plain_sum(driver, values);
  case method_kind::left_to_right:
    break;
  }
  return left_to_right_sum(driver, values);
}

}  // namespace

template <class T> T sum_by(method which, driver_ref const& driver, std::span<T const> values) {
  return with_refusal(which, [&] { return unguarded_sum(which, driver, values); });
}

template <class T> std::size_t state_bytes(method which, std::size_t count) {
  auto const size = []<class A>(std::type_identity<A>) { return sizeof(A); };
  switch (which.kind) {
  case method_kind::exact:
    return sizeof(exact);
  case method_kind::binned:
    return with_bins<T>(which, size);
  case method_kind::single_sweep:
  case method_kind::double_sweep:
    return with_sweep<T>(which, size);
  case method_kind::tree:
    return sizeof(T) * static_cast<std::size_t>(std::bit_width(count));  // a sum for every level of the tree
  case method_kind::kahan:
  case method_kind::knuth:
  case method_kind::extended:
    return with_lanes<T>(which, size);
  case method_kind::plain:
  case method_kind::left_to_right:
    break;
  }
  return sizeof(T);
}

template double sum_by(method, driver_ref const&, std::span<double const>);
template float sum_by(method, driver_ref const&, std::span<float const>);
template std::size_t state_bytes<double>(method, std::size_t);
template std::size_t state_bytes<float>(method, std::size_t);

}  // namespace isobit::tool
