#include <isobit/sum/scan.hpp>

#include <bit>
#include <optional>
#include <string>
#include <vector>

#include "arithmetic/power_of_two.hpp"
#include "sum/pair_sum.hpp"
#include "sum/reduce.hpp"
#include "sum/views.hpp"
#include "view/overlap.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace detail {

namespace {

using summation::pair_sum;

/// The sum so far, as two doubles; where these are not enough, up to a radius, with an accumulator to ask where that
/// leaves a rounding open. docs/maths/sum.md#scan
template <class T> class prefix_sum {
public:
  // Not by default, which gcc 12 takes as leave to clear what an accumulator would need: 5 KB, 40 ns.
  prefix_sum() noexcept {}  // NOLINT(modernize-use-equals-default)
  explicit prefix_sum(exact const& before) : empty_(before.empty()) {
    if (!empty_) enclose(wide_.emplace(before));
  }

  void add(T x) noexcept {
    empty_ = false;
    if (!wide_) {
      if (pair_.add(static_cast<double>(x))) return;
      widen();
    }
    wide_->add(x);
    auto const [next, error] = two_sum(pair_.high, static_cast<double>(x));
    pair_ = {next, pair_.low + error};
    radius_ += magnitude(pair_.low) * 0x1p-52;
  }

  [[nodiscard]] T value() noexcept {
    if (empty_) return T(0);
    if (!wide_)
      return pair_.is_negative_zero() ? integer::signed_zero<T>(true) : summation::round_pair<T>(pair_.high, pair_.low);
    auto const result = summation::round_within_two<T>({pair_.high, pair_.low, radius_});
    return result ? *result : settle();
  }

  [[nodiscard]] bool is_wide() const noexcept { return wide_.has_value(); }
  /// The pair, if that is the sum, and it is not the sum of nothing or of nothing but -0.
  [[nodiscard]] pair_sum* pair() noexcept { return wide_ || pair_.is_negative_zero() ? nullptr : &pair_; }

private:
  /// An accumulator that is given many elements at a time.
  struct accumulator {
    exact state;
    std::size_t pending_count = 0;
    T pending[512];

    explicit accumulator(exact const& start) : state(start) {}
    void add(T x) {
      pending[pending_count++] = x;
      if (pending_count == std::size(pending)) flush();
    }
    void flush() {
      summation::add_in_standard_environment(summation::this_machine<T>(), typename terms<T>::values{pending},
                                             pending_count, state);
      pending_count = 0;
    }
  };

  [[gnu::noinline]] void widen() {
    exact sum;
    sum.add(pair_.high);
    if (pair_.low != 0) sum.add(pair_.low);
    wide_.emplace(sum);
    radius_ = 0;
  }
  /// What the accumulator says, and what two doubles can say of it from here on.
  [[gnu::noinline]] T settle() {
    wide_->flush();
    T const result = wide_->state.template round<T>();
    enclose(*wide_);
    return result;
  }
  void enclose(accumulator const& wide) {
    auto const sum = summation::in_two({wide.state, 0});
    pair_ = {sum.high, sum.low};
    radius_ = sum.radius;
    if (sum.radius == 0 && !is_nonfinite(sum.high)) wide_.reset();
  }

  pair_sum pair_;
  double radius_ = 0;
  bool empty_ = true;
  std::optional<accumulator> wide_;  ///< where the pair is not the sum
};

/// As many elements as one pair can take, in registers. Returns how many those are.
template <scan_kind Kind, class T>
std::size_t scan_by_pair(pair_sum& sum, std::span<T const> in, std::span<T> out) noexcept {
  pair_sum running = sum;
  std::size_t i = 0;
  for (; i < in.size(); ++i) {
    T const before = summation::round_pair<T>(running.high, running.low);
    if (!running.add(static_cast<double>(in[i]))) [[unlikely]]
      break;
    out[i] = Kind == scan_kind::exclusive ? before : summation::round_pair<T>(running.high, running.low);
  }
  sum = running;
  return i;
}

/// One element after the other.
template <class T> void scan_each(prefix_sum<T>& sum, std::span<T const> in, std::span<T> out, scan_kind kind) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (pair_sum* const pair = sum.pair()) {
      auto const scan =
          kind == scan_kind::inclusive ? scan_by_pair<scan_kind::inclusive, T> : scan_by_pair<scan_kind::exclusive, T>;
      i += scan(*pair, in.subspan(i), out.subspan(i));
      if (i == in.size()) return;
    }
    T const x = in[i];
    if (kind == scan_kind::exclusive) out[i] = sum.value();
    sum.add(x);
    if (kind == scan_kind::inclusive) out[i] = sum.value();
  }
}

constexpr std::size_t most_streams = 8;
/// Elements of a stream. All of them together fit into the first cache, with what is written.
constexpr std::size_t stream_length = 256, least_stream = 8;

/// A power of two and a half above all sums of these elements and what was before them, as the first few make one
/// expect; nothing where there is none.
std::optional<double> extractor_above(summation::table const& kernels, double before, std::span<double const> in) {
  constexpr std::size_t sample_size = 32;
  constexpr int lowest = -900, highest = 900;
  auto const largest = kernels.largest_f64(in.data(), std::min(sample_size, in.size()));
  int const size_bits = std::bit_width(in.size());
  int const top = std::max(exponent_above(bits_of(magnitude(before))), exponent_above(largest) + size_bits) + 1;
  if (top > highest) return std::nullopt;
  return three_halves<double>(std::max(top, lowest));
}

/// As many streams as there are lanes at once, each sum in two parts that the flags certify. False where they do not.
bool scan_on_grid(summation::table const& kernels, environment_guard& environment, pair_sum& before,
                  std::span<double const> in, std::span<double> out, scan_kind kind) {
  auto const scan = kind == scan_kind::inclusive ? kernels.inclusive_scan_on_grid : kernels.exclusive_scan_on_grid;
  if (scan == nullptr) return false;
  auto const extractor = extractor_above(kernels, before.high, in);
  if (!extractor) return false;
  environment.clear();
  pair_sum sum = before;
  scan(in.data(), out.data(), in.size() / kernels.lanes, *extractor, &sum.high, &sum.low);
  if (environment.rounded() || is_nonfinite(sum.high) || is_nonfinite(sum.low)) return false;
  before = sum;
  return true;
}

/// The same with a pair a lane: first the sums of the streams, by the flags, so that all know where they start. False
/// where the flags, or two doubles, are not enough.
bool scan_by_pairs(summation::table const& kernels, environment_guard& environment, pair_sum& before,
                   std::span<double const> in, std::span<double> out, scan_kind kind) {
  std::size_t const length = in.size() / kernels.lanes;
  summation::block_sum sums[most_streams];
  environment.clear();
  for (std::size_t s = 0; s < kernels.lanes; ++s)
    sums[s] = kernels.sum_f64(in.data() + s * length, summation::contiguous(length, kernels.lanes));
  if (environment.rounded()) return false;
  alignas(64) double high[most_streams], low[most_streams];
  pair_sum start = before;
  for (std::size_t s = 0; s < kernels.lanes; ++s) {
    high[s] = start.high;
    low[s] = start.low;
    for (double const part : sums[s].part)
      if (part != 0 && !start.add(part)) return false;
  }
  auto const scan = kind == scan_kind::inclusive ? kernels.inclusive_scan : kernels.exclusive_scan;
  if (!scan(in.data(), out.data(), length, high, low)) return false;
  before = start;
  return true;
}

/// Either way, or false; `in` is then as it was.
bool scan_streams(summation::table const& kernels, environment_guard& environment, pair_sum& before,
                  std::span<double const> in, std::span<double> out, scan_kind kind) {
  double saved[most_streams * stream_length];
  bool const in_place = in.data() == out.data();
  if (in_place) std::copy(in.begin(), in.end(), saved);
  for (auto const scan : {scan_on_grid, scan_by_pairs}) {
    if (scan(kernels, environment, before, in, out, kind)) return true;
    if (in_place) std::copy_n(saved, in.size(), out.begin());
  }
  return false;
}

/// The prefixes of few elements, or false.
bool scan_few(std::span<double const> in, std::span<double> out, scan_kind kind) {
  constexpr std::size_t most = 2048;
  if (in.empty() || in.size() > most) return false;
  auto const& kernels = *summation::this_machine<double>().short_kernels;
  auto const scan = kind == scan_kind::inclusive ? kernels.short_inclusive_scan : kernels.short_exclusive_scan;
  return scan(in.data(), out.data(), in.size());
}

template <class T> void scan_part(prefix_sum<T>& sum, std::span<T const> in, std::span<T> out, scan_kind kind) {
  auto const& machine = summation::this_machine<T>();
  std::size_t const lanes = machine.kernels->lanes;
  if constexpr (std::same_as<T, double>)
    if (machine.flags_work && lanes > 1 && in.size() >= lanes * least_stream)
      return in_standard_environment([&](environment_guard& environment) {
        for (std::size_t i = 0; i < in.size();) {
          std::size_t const left = in.size() - i, length = std::min(stream_length, left / (lanes * lanes) * lanes);
          std::size_t size = lanes * length;
          pair_sum* const pair = sum.pair();
          bool done = false;
          if (length < least_stream || sum.is_wide())
            size = std::min(left, lanes * stream_length);
          else if (pair == nullptr)
            size = lanes;
          else
            done = scan_streams(*machine.kernels, environment, *pair, in.subspan(i, size), out.subspan(i, size), kind);
          if (!done) scan_each(sum, in.subspan(i, size), out.subspan(i, size), kind);
          i += size;
        }
      });
  in_standard_rounding([&] { scan_each(sum, in, out, kind); });
}

}  // namespace

template <class T> void scan(driver_ref const& driver, std::span<T const> in, std::span<T> out, scan_kind kind) {
  if (in.size() != out.size())
    throw error(status::invalid_argument, "isobit: a scan needs an output of the input's size");
  if (half_onto<T>(in, out)) throw error(status::invalid_argument, std::string("isobit: a scan: ") + half_onto_message);
  std::size_t const parts = part_count(driver, in.size());
  if (parts == 1) {
    if constexpr (std::same_as<T, double>)
      if (scan_few(in, out, kind)) return;
    prefix_sum<T> sum;
    return scan_part<T>(sum, in, out, kind);
  }
  auto const& machine = summation::this_machine<T>();
  std::vector<exact> before(parts);
  summation::for_each_part(driver, parts, in.size(), [&](std::size_t first, std::size_t count, std::size_t part) {
    if (part + 1 < parts)
      summation::add_in_standard_environment(machine, typename terms<T>::values{in.data() + first}, count,
                                             before[part + 1]);
  });
  for (std::size_t part = 1; part < parts; ++part) before[part].merge(before[part - 1]);
  summation::for_each_part(driver, parts, in.size(), [&](std::size_t first, std::size_t count, std::size_t part) {
    // The environment is a matter of doubles that a state is taken apart into, too.
    auto sum = in_standard_rounding([&] { return prefix_sum<T>(before[part]); });
    scan_part<T>(sum, in.subspan(first, count), out.subspan(first, count), kind);
  });
}

template void scan(driver_ref const&, std::span<double const>, std::span<double>, scan_kind);
template void scan(driver_ref const&, std::span<float const>, std::span<float>, scan_kind);

}  // namespace detail
ISOBIT_NAMESPACE_END
