#include <isobit/method/binned.hpp>

#include <cmath>
#include <string>
#include <utility>

#include <isobit/error.hpp>

#include "arithmetic/environment.hpp"
#include "arithmetic/power_of_two.hpp"
#include "method/binned_state.hpp"
#include "method/kernels.hpp"
#include "sum/blocks.hpp"
#include "sum/kernels.hpp"
#include "view/require_values.hpp"

/// Algorithm 6 by blocks: the kernel is run for the highest bin seen so far, and believed if the block proves to have
/// no larger element. docs/maths/binned.md#blocks
ISOBIT_NAMESPACE_BEGIN
namespace detail {
namespace {

/// Which kernels read a T, and how many elements they may take: no lane of a block may leave the binade of its
/// extractor. docs/maths/binned.md#kernel
template <class T> struct binned_access;
template <> struct binned_access<double> {
  static constexpr std::size_t block_size = 4096;
  static auto const& values(method::table const& k) { return k.binned.values_f64; }
  static auto const& magnitudes(method::table const& k) { return k.binned.magnitudes_f64; }
  /// A number in the binade of the largest magnitude, as bits.
  static std::uint64_t largest(method::table const& k, double const* x, std::size_t n) {
    constexpr std::uint32_t least_normal = std::uint32_t{1} << 20;
    auto const upper = k.binned.largest_f64(x, n);
    return upper >= least_normal ? std::uint64_t{upper} << 32 : summation::largest(x, n);
  }
  static std::size_t lanes(method::table const& k) { return k.binned.lanes; }
};
template <> struct binned_access<float> {
  static constexpr std::size_t block_size = 2048;
  static auto const& values(method::table const& k) { return k.binned.values_f32; }
  static auto const& magnitudes(method::table const& k) { return k.binned.magnitudes_f32; }
  static std::uint32_t largest(method::table const&, float const* x, std::size_t n) { return summation::largest(x, n); }
  static std::size_t lanes(method::table const& k) { return 2 * k.binned.lanes; }
};

/// Adds arrays to a state, block by block; lives inside an environment_guard.
template <class T, bool Magnitudes> class binned_adder {
public:
  binned_adder(method::table const& kernels, binned_state<T>& state)
      : kernels_(kernels), kernel_(choose(kernels)[state.bins - 1]), state_(state) {}

  void add(T const* x, std::size_t n) {
    std::size_t const lanes = access::lanes(kernels_);
    if (n < lanes) return add_each(x, n);
    prepare_for(sampled(x, n));
    summation::for_each_block(
        n, lanes,
        [&](std::size_t first, summation::block const& b) {
          add_block(x + first, b);
          return true;
        },
        access::block_size);
  }

private:
  using access = binned_access<T>;
  using f = format<T>;
  using bits = typename f::bits_type;

  static auto const& choose(method::table const& kernels) {
    return Magnitudes ? access::magnitudes(kernels) : access::values(kernels);
  }

  /// The largest of a few magnitudes, as bits: a first guess that is never too large.
  static bits sampled(T const* x, std::size_t n) noexcept {
    constexpr std::size_t samples = 8;
    bits largest = 0;
    for (std::size_t i = 0; i < n; i += n / samples + 1) largest = std::max(largest, bits_of(magnitude(x[i])));
    return largest;
  }

  /// Raises the bins for a magnitude and sets up the extractors. A magnitude that is not finite raises nothing.
  void prepare_for(bits largest) noexcept {
    T const m = from_bits<T>(largest);
    if (largest != 0 && !is_nonfinite(m)) state_.raise(bin_range<T>::of(decompose(m), state_.width));
    // The bins at the ends of the range have no extractor, or one that cannot tell a last bit from nothing.
    int const highest = state_.unit_exponent(0), lowest = state_.unit_exponent(state_.bins - 1);
    int const limit_exponent = highest + state_.width - 1;
    has_extractors_ =
        highest + f::stored_bits < f::max_exponent && lowest >= f::min_exponent + 2 && limit_exponent + f::bias > 0;
    if (!has_extractors_) return;
    for (int k = 0; k < state_.bins; ++k) extractors_[k] = three_halves<T>(state_.unit_exponent(k) + f::stored_bits);
    limit_ = bits_of(power_of_two<T>(limit_exponent));
  }

  void add_block(T const* x, summation::block const& b) {
    bool const lost = is_nonfinite(state_.special);  // only infinities and NaN matter from here on
    method::binned_sum<T> sum;
    if (has_extractors_ && !lost) {
      kernel_(x, b, extractors_, &sum);
      if (sum.magnitude_bits < limit_) return deposit(sum);
    }
    bits const largest = largest_of(x, b);
    bool const finite = !is_nonfinite(from_bits<T>(largest));
    if (largest == 0 || (lost && finite)) return;
    int const old_top = state_.top;
    bool const had_extractors = has_extractors_;
    prepare_for(largest);
    if (!has_extractors_ || !finite)
      return summation::for_each_piece(b, [&](std::size_t first, std::size_t count) { add_each(x + first, count); });
    if (!had_extractors || state_.top != old_top) kernel_(x, b, extractors_, &sum);
    return deposit(sum);
  }

  bits largest_of(T const* x, summation::block const& b) const {
    bits largest = 0;
    summation::for_each_piece(b, [&](std::size_t first, std::size_t count) {
      largest = std::max<bits>(largest, access::largest(kernels_, x + first, count));
    });
    return largest;
  }

  void deposit(method::binned_sum<T> const& sum) noexcept {
    for (int k = 0; k < state_.bins; ++k) state_.deposit(k, sum.units[k]);
  }

  void add_each(T const* x, std::size_t n) noexcept {
    for (std::size_t i = 0; i < n; ++i) state_.add(Magnitudes ? magnitude(x[i]) : x[i]);
  }

  method::table const& kernels_;
  method::binned_kernel<T> kernel_;
  binned_state<T>& state_;
  bool has_extractors_ = false;
  T extractors_[most_bins];
  bits limit_ = 0;
};

template <bool Magnitudes, class T> void add_array(binned_words<T> const& words, std::span<T const> values) {
  require_values(values, "binned");
  auto const& kernels = method::kernels();
  in_standard_rounding([&] {
    binned_state<T> state(words.view());
    binned_adder<T, Magnitudes>(kernels, state).add(values.data(), values.size());
    state.write(words);
  });
}

/// p + e = x*y exactly unless e would lie below the smallest number; then e is rounded, on every machine alike.
void split_product(double x, double y, double& product, double& rest) noexcept {
  product = x * y;
  rest = is_nonfinite(product) ? 0.0 : std::fma(x, y, -product);
}
void split_product(float x, float y, float& product, float& rest) noexcept {
  double const whole = static_cast<double>(x) * static_cast<double>(y);
  product = static_cast<float>(whole);
  rest = is_nonfinite(product) ? 0.0f : static_cast<float>(whole - static_cast<double>(product));
}

template <class T>
void split_products(environment_guard& environment, T const* x, T const* y, std::size_t n, T* products, T* rests) {
  if constexpr (std::same_as<T, double>) {
    auto const& machine = summation::this_machine<double>();
    environment.clear();
    machine.kernels->two_products(x, y, n, products, rests);
    if (machine.flags_work && !environment.out_of_range()) return;
  }
  for (std::size_t i = 0; i < n; ++i) split_product(x[i], y[i], products[i], rests[i]);
}

constexpr std::size_t products_at_once = 1024;

/// operands(i, n) gives two arrays of the n numbers from i on.
template <class T, class Operands>
void add_split_products(binned_words<T> const& words, std::size_t count, Operands operands) {
  auto const& kernels = method::kernels();
  in_standard_environment([&](environment_guard& environment) {
    T products[products_at_once], rests[products_at_once];
    binned_state<T> state(words.view());
    binned_adder<T, false> adder(kernels, state);
    for (std::size_t i = 0; i < count; i += products_at_once) {
      std::size_t const n = std::min(products_at_once, count - i);
      auto const [x, y] = operands(i, n);
      split_products(environment, x, y, n, products, rests);
      adder.add(products, n);
      adder.add(rests, n);
    }
    state.write(words);
  });
}

}  // namespace

template <class T> void add_to_bins(binned_words<T> const& state, std::span<T const> values) {
  add_array<false>(state, values);
}

template <class T> void add_magnitudes_to_bins(binned_words<T> const& state, std::span<T const> values) {
  add_array<true>(state, values);
}

template <class T> void add_products_to_bins(binned_words<T> const& words, std::span<T const> x, std::span<T const> y) {
  if (x.size() != y.size())
    throw error(status::invalid_argument, "isobit::binned: products of " + std::to_string(x.size()) + " and " +
                                              std::to_string(y.size()) + " numbers; both must have the same size");
  require_values(x, "binned");
  require_values(y, "binned");
  add_split_products(words, x.size(), [&](std::size_t i, std::size_t) { return std::pair(&x[i], &y[i]); });
}

template <class T> void add_squares_to_bins(binned_words<T> const& words, std::span<T const> values, int scale) {
  require_scale(scale);
  require_values(values, "binned");
  T scaled[products_at_once];
  add_split_products(words, values.size(), [&](std::size_t i, std::size_t n) {
    if (scale == 0) return std::pair(&values[i], &values[i]);
    for (std::size_t j = 0; j < n; ++j) scaled[j] = std::ldexp(values[i + j], scale);
    return std::pair<T const*, T const*>(scaled, scaled);
  });
}

template <class T> int scale_for_squares(T largest) noexcept {
  using f = format<T>;
  if (is_nonfinite(largest) || bits_of(largest) == 0) return 0;  // by bits: the caller may treat denormals as zero
  int const exponent = decompose(largest).exponent + std::bit_width(decompose(largest).significand);
  bool const safe = exponent < f::max_exponent / 2 && exponent > -f::max_exponent / 4;
  // Squares then lie near the top of a bin, where one bin keeps the most of them.
  constexpr int top_of_bin = default_bin_width<T> / 2 - 1;
  return safe ? 0 : top_of_bin - exponent;
}

#define ISOBIT_INSTANTIATE(T)                                                         \
  template void add_to_bins(binned_words<T> const&, std::span<T const>);              \
  template void add_magnitudes_to_bins(binned_words<T> const&, std::span<T const>);   \
  template void add_squares_to_bins(binned_words<T> const&, std::span<T const>, int); \
  template int scale_for_squares(T) noexcept;                                         \
  template void add_products_to_bins(binned_words<T> const&, std::span<T const>, std::span<T const>);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)

}  // namespace detail
ISOBIT_NAMESPACE_END
