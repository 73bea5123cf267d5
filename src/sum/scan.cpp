#include <isobit/sum/scan.hpp>

#include <string>
#include <vector>

#include <isobit/arithmetic/two_sum.hpp>

#include "sum/reduce.hpp"
#include "sum/views.hpp"
#include "view/overlap.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace detail {

namespace {

/// The sum so far as two doubles whose sum is exact; once that is not enough, as an accumulator.
/// docs/maths/sum.md#scan
template <class T> class prefix_sum {
public:
  explicit prefix_sum(exact const& before) : state_(before), wide_(!before.empty()) {}

  void add(T x) noexcept {
    if (!wide_) {
      auto const [high, error] = two_sum(pair_.high, static_cast<double>(x));
      auto const [low, lost] = two_sum(pair_.low, error);
      if (lost == 0 && !is_nonfinite(high)) {
        pair_ = {high, low};
        return;
      }
      widen();
    }
    state_.add(x);
  }

  [[nodiscard]] T value() const noexcept {
    if (wide_) return state_.template round<T>();
    bool const negative_zero = bits_of(pair_.high) == format<double>::sign_bit && pair_.low == 0;
    return negative_zero ? integer::signed_zero<T>(true) : summation::round_pair<T>(pair_.high, pair_.low);
  }

private:
  void widen() noexcept {
    wide_ = true;
    state_.add(pair_.high);
    if (pair_.low != 0) state_.add(pair_.low);
  }
  exact state_;
  bool wide_;
  // -0 + x is x, so the sum of nothing but -0 stays -0, as it should; the sum of nothing is the caller's business.
  split<double> pair_ = {-0.0, 0.0};
};

template <class T> void scan_part(exact const& before, std::span<T const> in, std::span<T> out, scan_kind kind) {
  in_standard_rounding([&] {
    prefix_sum<T> sum(before);
    bool empty = before.empty();
    for (std::size_t i = 0; i < in.size(); ++i) {
      T const x = in[i];
      if (kind == scan_kind::exclusive) out[i] = empty ? T(0) : sum.value();
      sum.add(x);
      empty = false;
      if (kind == scan_kind::inclusive) out[i] = sum.value();
    }
  });
}

}  // namespace

template <class T> void scan(driver_ref const& driver, std::span<T const> in, std::span<T> out, scan_kind kind) {
  if (in.size() != out.size())
    throw error(status::invalid_argument, "isobit: a scan needs an output of the input's size");
  if (half_onto<T>(in, out)) throw error(status::invalid_argument, std::string("isobit: a scan: ") + half_onto_message);
  auto const& machine = summation::this_machine();
  std::size_t const parts = part_count(driver, in.size());
  std::vector<exact> before(parts);
  if (parts > 1) {
    summation::for_each_part(driver, parts, in.size(), [&](std::size_t first, std::size_t count, std::size_t part) {
      if (part + 1 < parts)
        summation::add_in_standard_environment(machine, typename terms<T>::values{in.data() + first}, count,
                                               before[part + 1]);
    });
    for (std::size_t part = 1; part < parts; ++part) before[part].merge(before[part - 1]);
  }
  summation::for_each_part(driver, parts, in.size(), [&](std::size_t first, std::size_t count, std::size_t part) {
    scan_part<T>(before[part], in.subspan(first, count), out.subspan(first, count), kind);
  });
}

template void scan(driver_ref const&, std::span<double const>, std::span<double>, scan_kind);
template void scan(driver_ref const&, std::span<float const>, std::span<float>, scan_kind);

}  // namespace detail
ISOBIT_NAMESPACE_END
