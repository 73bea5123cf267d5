#pragma once

#include "cuda/gemm/scan.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// Lines with magnitudes in this range are converted, so that squares and scaled numbers are far from the ends of the
/// format; others are left to exact sums.
inline constexpr double least_magnitude = 0x1p-490, largest_magnitude = 0x1p490;

/// Seconds, of which ratios decide: measured on an H200 (docs/performance/cuda.md#matrix-products).
struct product_costs {
  double multiply = 1.55e-15;  // a product of bytes
  double convert = 4e-13;      // an element and a modulus
  double reconstruct = 4e-13;  // an entry and a modulus
  double correct = 5e-10;      // an open entry, and for each remainder
  double remainder = 2e-11;
  double exact = 3e-11;  // a product of an entry that is still open
};

/// What is known of a factor.
struct factor_facts {
  int needed;      // the bits with which no element of any line is rounded
  double largest;  // norm of a line, divided by the power of two above it
};

struct plan_request {
  int lines[2], depth;
  int precision;    // of the entries
  int most_moduli;  // of which there is memory
  int forced;       // so many moduli, if not zero
  converted_factor converted;
};

/// How many moduli, and how many bits for the norms of each factor: the plan that seems the fastest. Any gives the same
/// result, if only the sums fit.
class product_planner {
public:
  __device__ product_planner(product_control const& control, factor_facts const (&facts)[2],
                             line_facts const* const (&lines)[2], plan_request const& request)
      : control_(control), facts_(facts), lines_(lines), rows_(request.lines[0]), columns_(request.lines[1]),
        depth_(request.depth), request_(request) {}

  struct plan {
    int moduli, bits[2];
    double cost;
  };
  __device__ plan with(int moduli, linalg::residue_system const& system) const {
    // Fewer bits, and rounding would show in the norms.
    int const total = exponent_above(system.product) + 1, least = exponent_above(sqrt(depth_)) + 1;
    int const kept = request_.converted.bits == 0 ? -1 : request_.converted.which;
    auto const within = [&](int which, int room) {
      return which == kept ? request_.converted.bits : min(max(min(room, facts_[which].needed), least), most_bits);
    };
    int left = within(0, kept == 1 ? total - request_.converted.bits : total / 2), right = within(1, total - left);
    left = within(0, total - right);
    double const infinity = __longlong_as_double(0x7ff0000000000000);
    while (!fits(system, left, right)) {
      int& larger = kept == 1 || (kept < 0 && left > right) ? left : right;
      if (larger == least) return {moduli, {left, right}, infinity};
      --larger;
    }
    return {moduli, {left, right}, cost(moduli, left, right)};
  }

private:
  /// docs/maths/residues.md#size
  __device__ bool fits(linalg::residue_system const& system, int left, int right) const {
    double const rounding = sqrt(depth_) * 0.5;
    double const a = scalbn(facts_[0].largest, left) + rounding, b = scalbn(facts_[1].largest, right) + rounding;
    return a * b <= 0.499 * system.product;
  }
  /// The part of the elements of a factor that so many bits would round.
  __device__ double rounded(int which, int bits) const {
    if (bits >= facts_[which].needed) return 0;
    unsigned count = 0;
    for (int b = bits + 1; b <= most_bits + 1; ++b) count += control_.needing[which][b];
    return fmax(static_cast<double>(count), 0.5) / (sampled_pairs * threads_of_block);
  }
  __device__ double cost(int moduli, int left, int right) const {
    product_costs const costs;
    double const left_list = depth_ * rounded(0, left), right_list = depth_ * rounded(1, right);
    double open = 0;
    for (int p = 0; p < sampled_pairs; ++p) {
      auto const [row, column, size] = control_.pair[p];
      line_facts const &a = lines_[0][row], &b = lines_[1][column];
      auto const largest = [](line_facts const& line) { return __longlong_as_double((long long)(line.largest)); };
      double const radius = 0.25 * (left_list * scalbn(largest(b), a.above - left) +
                                    right_list * scalbn(largest(a), b.above - right));
      open += radius == 0 ? 0 : fmin(1.0, 2 * radius / scalbn(size, -request_.precision));
    }
    open /= sampled_pairs;
    double const listed = left_list + right_list;
    bool const few = fmax(left_list, right_list) < 0.75 * most_remainders;
    double const after = open * (costs.correct + (few ? costs.remainder * listed : costs.exact * depth_));
    return moduli * (costs.multiply * depth_ + costs.convert * depth_ * (1.0 / rows_ + 1.0 / columns_) +
                     costs.reconstruct) +
           after;
  }

  product_control const& control_;
  factor_facts const (&facts_)[2];
  line_facts const* const (&lines_)[2];
  double rows_, columns_, depth_;
  plan_request const& request_;
};

inline constexpr int planning_threads = 1024;

/// One block. Decides, and gives each line its unit.
static __global__ void __launch_bounds__(planning_threads)
    make_plan(__grid_constant__ product_memory const memory, __grid_constant__ plan_request const request) {
  __shared__ int needed[2];
  __shared__ unsigned long long largest[2];
  __shared__ int bits[2];
  __shared__ bool fits;
  if (threadIdx.x < 2) needed[threadIdx.x] = 0, largest[threadIdx.x] = 0;
  __syncthreads();
  for (int which = 0; which < 2; ++which)
    for (int l = int(threadIdx.x); l < request.lines[which]; l += planning_threads) {
      line_facts& line = memory.lines[which][l];
      double const most = __longlong_as_double(static_cast<long long>(line.largest)), norm = norm_of(line);
      bool const usable = most >= least_magnitude && most <= largest_magnitude;
      int const above = usable ? exponent_above(norm) : 0;
      if (which != request.converted.which) {
        line.above = above;
        line.unit_inverse = usable || most == 0 ? 1 : 0;
      }
      if (!usable) continue;
      atomicMax(&needed[which], above + line.fineness - finest);
      atomicMax(&largest[which], static_cast<unsigned long long>(__double_as_longlong(scalbn(norm, -above))));
    }
  __syncthreads();
  if (threadIdx.x < 32) {
    factor_facts facts[2];
    for (int which = 0; which < 2; ++which)
      facts[which] = {needed[which], __longlong_as_double(static_cast<long long>(largest[which]))};
    line_facts const* const lines[2] = {memory.lines[0], memory.lines[1]};
    product_planner const planner(*memory.control, facts, lines, request);
    int const moduli = min(max(int(threadIdx.x), 2), request.most_moduli);
    auto const plan = planner.with(moduli, memory.systems[moduli]);
    bool const excluded = request.forced != 0 && moduli != min(request.forced, request.most_moduli);
    double const cost = excluded ? __longlong_as_double(0x7ff0000000000000) : plan.cost;
    double least = cost;
    for (int step = 16; step > 0; step /= 2) least = fmin(least, __shfl_xor_sync(~0u, least, step));
    unsigned const best = __ballot_sync(~0u, cost == least && !excluded);
    if (int(threadIdx.x) == max(__ffs(int(best)) - 1, 0)) {
      fits = best != 0 && least < __longlong_as_double(0x7ff0000000000000);
      memory.control->moduli = plan.moduli;
      for (int which = 0; which < 2; ++which) memory.control->bits[which] = bits[which] = plan.bits[which];
    }
  }
  __syncthreads();
  for (int which = 0; which < 2; ++which)
    for (int l = int(threadIdx.x); which != request.converted.which && l < request.lines[which]; l += planning_threads) {
      line_facts& line = memory.lines[which][l];
      line.shift = bits[which] - line.above;
      // Where no plan has room for the sums, all entries are left to exact sums.
      if (line.unit_inverse != 0) line.unit_inverse = fits ? scalbn(1.0, line.shift) : 0;
    }
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
