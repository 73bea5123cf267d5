#include <isobit/cuda/binned.hpp>

#include "cuda/call.hpp"
#include "cuda/lines/line_sum.cuh"
#include "cuda/resident_blocks.cuh"
#include "method/binned_state.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::detail {

namespace {

using isobit::detail::bin_range, isobit::detail::binned_state, isobit::detail::floor_divide;

constexpr int most_bins_of_all = 112;  // of doubles, 20 bits wide: 106

/// What all bins hold, in global memory: high * 2^32 + low units of each, from the lowest on. The state is made of the
/// highest that counts, `top`, and those below it.
struct bin_totals {
  std::int64_t low[most_bins_of_all], high[most_bins_of_all];
  int top;  ///< above the lowest
  unsigned nans, positive_infinities, negative_infinities;

  __device__ void add(int bin, std::int64_t units) {
    cuda::detail::add_to_word(low[bin], units & 0xffffffff);
    cuda::detail::add_to_word(high[bin], units >> 32);
  }
  __device__ void note_top(int bin) {
    if (bin > *static_cast<int volatile*>(&top)) atomicMax(&top, bin);
  }
};

/// A warp's part: running sums that cut numbers at the units of Bins bins, as the CPU's kernels do, and integers for
/// what these cannot cut. docs/maths/cuda.md#bins
template <int Bins> class warp_bins {
public:
  __device__ warp_bins(bin_totals& totals, int width, int lowest) : totals_(totals), width_(width), lowest_(lowest) {}

  template <int Count> __device__ void add(double const (&x)[Count]) {
    unsigned const largest = __reduce_max_sync(whole_warp, magnitude_range::of<float>(x).largest);
    if (!prepare(largest, Count)) {
#pragma unroll
      for (double const one : x) add_in_integers(one);
      return;
    }
#pragma unroll
    for (double rest : x) {
#pragma unroll
      for (int k = 0; k < Bins; ++k) {
        double const next = sum_[k] + __longlong_as_double(__double_as_longlong(rest) | 1);  // ties away from zero
        rest -= next - sum_[k];
        sum_[k] = next;
      }
    }
  }

  /// The running sums to the totals; they start again.
  __device__ void flush() {
    if (added_ == 0) return;
    added_ = 0;
#pragma unroll
    for (int k = 0; k < Bins; ++k) {
      std::int64_t units = __double_as_longlong(sum_[k]) - __double_as_longlong(anchor(k));
      for (int offset = 16; offset > 0; offset /= 2) units += __shfl_xor_sync(whole_warp, units, offset);
      if (threadIdx.x % 32 == 0) totals_.add(top_ - k - lowest_, units);
      sum_[k] = anchor(k);
    }
    if (threadIdx.x % 32 == 0) totals_.note_top(top_ - lowest_);
  }

private:
  __device__ double anchor(int k) const { return 1.5 * power_of_two((top_ - k) * width_ + 52); }

  /// For so many numbers a lane, none of them larger; false where there is no running sum for their bins.
  __device__ bool prepare(unsigned largest, int count) {
    if (largest >= 0x7ff00000 || largest < 0x00100000) return false;
    int const top = max(floor_divide(exponent_above(largest), width_), lowest_ + Bins - 1);
    if (top * width_ + 52 >= 1024 || (top - Bins + 1) * width_ < format<double>::min_exponent + 2) return false;
    constexpr int most_numbers = 4096;
    if (top > top_ || added_ + count > most_numbers) flush();
    if (top > top_) {
      top_ = top;
#pragma unroll
      for (int k = 0; k < Bins; ++k) sum_[k] = anchor(k);
    }
    added_ += count;
    return true;
  }

  /// As `binned_state::add` on the CPU.
  __device__ __noinline__ void add_in_integers(double x) {
    if (is_nonfinite(x)) {
      atomicOr(is_nan(x)        ? &totals_.nans
               : is_negative(x) ? &totals_.negative_infinities
                                : &totals_.positive_infinities,
               1u);
      return;
    }
    auto const [negative, significand, exponent] = decompose(x);
    if (significand == 0) return;
    int const top = floor_divide(exponent + 64 - __clzll(static_cast<long long>(significand)), width_);
    totals_.note_top(top - lowest_);
    auto rest = static_cast<std::int64_t>(significand);
    for (int bin = top; bin > top - Bins && bin >= lowest_ && rest != 0; --bin) {
      int const distance = bin * width_ - exponent;
      std::int64_t units = 0;
      if (distance <= 0) {
        units = rest * (std::int64_t{1} << -distance);
        rest = 0;
      } else if (distance <= format<double>::precision) {
        std::int64_t const half = std::int64_t{1} << (distance - 1);
        units = rest >= 0 ? (rest + half) >> distance : -((half - rest) >> distance);
        rest -= units * (std::int64_t{1} << distance);
      }
      totals_.add(bin - lowest_, negative ? -units : units);
    }
  }

  bin_totals& totals_;
  int width_, lowest_, top_ = -10000, added_ = 0;
  double sum_[Bins];
};

constexpr int threads = 256, batch = 16;

template <class T, int Bins>
__global__ void __launch_bounds__(threads, 3) add_bins(line<T> values, int width, int lowest, bin_totals* totals) {
  warp_bins<Bins> bins(*totals, width, lowest);
  long long const step = static_cast<long long>(gridDim.x) * threads * batch;
  int const lane = threadIdx.x % 32;
  long long first = (static_cast<long long>(blockIdx.x) * threads + (threadIdx.x - lane)) * batch;
  for (; first < values.size; first += step) {
    T loaded[batch];
    values.template read<32>(first + lane, loaded);
    double x[batch];
#pragma unroll
    for (int i = 0; i < batch; ++i) x[i] = to_double(loaded[i]);
    bins.add(x);
  }
  bins.flush();
}

template <class T, int Bins>
void start(place const& here, vector_view<T const> const& values, int width, int lowest, bin_totals* totals) {
  constexpr auto* kernel = add_bins<T, Bins>;
  long long const wanted = (values.size + threads * batch - 1) / (threads * batch);
  kernel<<<blocks_for<kernel>(wanted, here.device(), threads, 0), threads, 0, here.stream()>>>(
      line<T>{values.data, values.size, values.stride}, width, lowest, totals);
  check(cudaGetLastError(), "starting a sum in bins");
}

/// The state of these totals.
template <class T> binned_state<T> state_of(bin_totals const& totals, binned_words<T> const& words) {
  using f = format<T>;
  binned_state<T> state(words);
  bool const plus = totals.positive_infinities != 0, minus = totals.negative_infinities != 0;
  if (totals.nans != 0 || (plus && minus)) state.add_nonfinite(from_bits<T>(f::canonical_nan));
  if (plus || minus) state.add_nonfinite(from_bits<T>(f::infinity | (minus ? f::sign_bit : 0)));
  state.raise(words.lowest + totals.top);
  constexpr int carry_bits = bin_range<T>::carry_bits;
  for (int k = 0; k < words.bins; ++k) {
    int const bin = state.top - k - words.lowest;
    __int128 const units = static_cast<__int128>(totals.high[bin]) * (__int128{1} << 32) + totals.low[bin];
    state.at[k] = {static_cast<std::int64_t>(units >> carry_bits),
                   static_cast<std::int64_t>(units & ((__int128{1} << carry_bits) - 1))};
  }
  return state;
}

}  // namespace

template <class T>
void add_to_bins(binned_words<T> const& words, vector_view<T const> const& values, on_stream const& on) {
  place const here(on);
  if (values.size == 0) return;
  here.require_device_memory(values.data, "the elements");
  kept_memory const memory(sizeof(bin_totals), here.device(), here.stream());
  auto* const totals = static_cast<bin_totals*>(memory.data());
  check(cudaMemsetAsync(totals, 0, sizeof *totals, here.stream()), "clearing bins");
  constexpr decltype(&start<T, 1>) starts[] = {start<T, 1>, start<T, 2>, start<T, 3>, start<T, 4>};
  starts[words.bins - 1](here, values, words.width, words.lowest, totals);
  bin_totals fetched;
  here.fetch(&fetched, totals, sizeof fetched);
  binned_state<T> state(words.view());
  state.merge(state_of(fetched, words));
  state.write(words);
}

template void add_to_bins(binned_words<double> const&, vector_view<double const> const&, on_stream const&);
template void add_to_bins(binned_words<float> const&, vector_view<float const> const&, on_stream const&);

}  // namespace cuda::detail
ISOBIT_NAMESPACE_END
