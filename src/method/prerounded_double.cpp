#include "method/prerounded.hpp"
#include "sum/kernels.hpp"

ISOBIT_NAMESPACE_BEGIN

namespace prerounded {

namespace {

constexpr char const* who = "double_sweep";

template <class T> void check_magnitude(T declared, T found) {
  if (bits_of(found) > bits_of(declared))
    throw error(status::out_of_range, "isobit::double_sweep: a value is larger than the largest magnitude declared; "
                                      "declare the largest of all elements, everywhere");
}

}  // namespace

template <class T>
void add(method::table const& table, detail::double_sweep_state<T>& state, T const* x, std::size_t n) {
  check_room(who, state, n);
  auto const& kernels = kernels_for<T>(table);
  auto next = state;
  next.added += n;
  bool const finite = !is_nonfinite(state.largest);
  double_sweep_extractors<T> const extractors(state.count, finite ? ceiling_exponent(state.largest) : 0);
  in_standard_rounding([&] {
    auto const add_block = [&](T const* block, std::size_t size) {
      T sums[detail::most_sweep_levels] = {};
      T const largest = kernels.levels[state.levels - 1](block, size, extractors.of, sums);
      if (is_nonfinite(sums[0]) || !(largest <= state.largest)) return false;
      for (int k = 0; k < state.levels; ++k) next.sums[k] += sums[k];
      return true;
    };
    T copy[block_size];
    for (std::size_t i = 0; i < n; i += block_size) {
      std::size_t const size = std::min(block_size, n - i);
      if (finite && add_block(x + i, size)) continue;
      copy_finite(x + i, size, copy, next.seen);
      if (!finite) continue;
      check_magnitude(state.largest, from_bits<T>(summation::largest(copy, size)));
      add_block(copy, size);
    }
  });
  state = next;
}

template void add(method::table const&, detail::double_sweep_state<double>&, double const*, std::size_t);
template void add(method::table const&, detail::double_sweep_state<float>&, float const*, std::size_t);

}  // namespace prerounded

namespace detail {

using namespace prerounded;

template <class T> double_sweep_state<T> start_double_sweep(int levels, std::size_t count, T largest) {
  check_count<T>(who, count);
  using f = format<T>;
  largest = canonical(largest);
  if (bits_of(largest) == f::sign_bit)
    largest = from_bits<T>(0);
  else if (is_negative(largest))
    throw error(status::invalid_argument, "isobit::double_sweep: a negative largest magnitude; pass the largest |x|");
  if (!is_nonfinite(largest) && !has_extractor(count, largest))
    throw error(status::out_of_range, "isobit::double_sweep: no extractor supports magnitudes so near the largest "
                                      "finite number; scale the elements, or use isobit::binned or isobit::exact");
  return {levels, {}, count, 0, largest, {}};
}

template <class T> void add_to_sweep(double_sweep_state<T>& state, T x) {
  check_room(who, state, 1);
  if (is_nonfinite(x)) {
    note(state.seen, x);
  } else if (!is_nonfinite(state.largest)) {
    check_magnitude(state.largest, magnitude(x));
    double_sweep_extractors<T> const extractors(state.count, ceiling_exponent(state.largest));
    in_standard_rounding([&] { extract(x, extractors.of, state.levels, state.sums); });
  }
  ++state.added;
}

template <class T> void add_to_sweep(double_sweep_state<T>& state, std::span<T const> values) {
  require_values(values, who);
  prerounded::add(method::kernels(), state, values.data(), values.size());
}

template <class T> void merge_sweeps(double_sweep_state<T>& state, double_sweep_state<T> const& other) {
  check_mergeable(who, state, other, bits_of(state.largest) == bits_of(other.largest));
  in_standard_rounding([&] {
    for (int k = 0; k < state.levels; ++k) state.sums[k] += other.sums[k];
  });
  note(state.seen, other.seen);
  state.added += other.added;
}

template <class T> bool same_sweeps(double_sweep_state<T> const& a, double_sweep_state<T> const& b) noexcept {
  return a.count == b.count && a.added == b.added && a.seen == b.seen && bits_of(a.largest) == bits_of(b.largest) &&
         same_sums(a.sums, b.sums, a.levels);
}

template <class T> exact value_of_sweep(double_sweep_state<T> const& state) noexcept {
  auto seen = state.seen;
  if (is_nonfinite(state.largest) && !anything(seen)) seen.nan = true;
  return value(state.sums, state.levels, seen);
}

template <class T> T round_sweep(double_sweep_state<T> const& state) {
  return rounded(state.sums, state.levels, is_nonfinite(state.largest) || anything(state.seen),
                 [&] { return value_of_sweep(state); });
}

#define ISOBIT_INSTANTIATE(T)                                                                     \
  template double_sweep_state<T> start_double_sweep(int, std::size_t, T);                         \
  template void add_to_sweep(double_sweep_state<T>&, T);                                          \
  template void add_to_sweep(double_sweep_state<T>&, std::span<T const>);                         \
  template void merge_sweeps(double_sweep_state<T>&, double_sweep_state<T> const&);               \
  template bool same_sweeps(double_sweep_state<T> const&, double_sweep_state<T> const&) noexcept; \
  template exact value_of_sweep(double_sweep_state<T> const&) noexcept;                           \
  template T round_sweep(double_sweep_state<T> const&);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)

}  // namespace detail

ISOBIT_NAMESPACE_END
