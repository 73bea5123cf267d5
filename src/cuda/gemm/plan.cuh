#pragma once

#include "cuda/gemm/scan.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// Seconds, of which ratios decide: measured on an H200 (docs/performance/cuda.md#matrix-products).
struct product_costs {
  double multiply = 1.55e-15;  // a product of bytes
  double convert = 4e-13;      // an element and a modulus
  double reconstruct = 4e-13;  // an entry and a modulus
  double correct = 8e-10;      // an open entry, and for each remainder
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

/// The norm of a line times the largest magnitude of the other one, divided by the size of their sum.
struct planning_pair {
  double left_weight, right_weight;
};

/// How many bits for the norms of each factor, and what that costs: the plan of one warp, for one number of moduli. Any
/// gives the same result, if only the sums fit.
class product_planner {
public:
  __device__ product_planner(factor_facts const (&facts)[2], unsigned const (*needing)[most_bits + 2],
                             planning_pair const* pairs, plan_request const& request)
      : facts_(facts), needing_(needing), pairs_(pairs), rows_(request.lines[0]), columns_(request.lines[1]),
        depth_(request.depth), request_(request) {}

  struct plan {
    int bits[2];
    double cost;
  };
  __device__ plan with(int moduli, double product) const {
    // Fewer bits, and rounding would show in the norms.
    int const total = exponent_above(product) + 1, least = exponent_above(sqrt(depth_)) + 1;
    int const kept = request_.converted.moduli == 0 ? -1 : request_.converted.which;
    auto const within = [&](int which, int room) {
      return which == kept ? request_.converted.bits : min(max(min(room, facts_[which].needed), least), most_bits);
    };
    int left = within(0, kept == 1 ? total - request_.converted.bits : total / 2), right = within(1, total - left);
    left = within(0, total - right);
    while (!fits(product, left, right)) {
      int& larger = kept == 1 || (kept < 0 && left > right) ? left : right;
      if (larger == least) return {{left, right}, __builtin_inf()};
      --larger;
    }
    return {{left, right}, cost(moduli, left, right)};
  }

private:
  /// docs/maths/residues.md#size
  __device__ bool fits(double product, int left, int right) const {
    double const rounding = sqrt(depth_) * 0.5;
    return (facts_[0].largest * two_to(left) + rounding) * (facts_[1].largest * two_to(right) + rounding) <=
           0.499 * product;
  }
  /// How many elements of a line so many bits would round.
  __device__ double rounded(int which, int bits) const {
    if (bits >= facts_[which].needed) return 0;
    unsigned count = 0;
    for (int b = bits + 1 + int(threadIdx.x) % 32; b <= most_bits + 1; b += 32) count += needing_[which][b];
    count = __reduce_add_sync(~0u, count);
    return depth_ * fmax(static_cast<double>(count), 0.5) / (sampled_pairs * threads_of_block);
  }
  __device__ double cost(int moduli, int left, int right) const {
    product_costs const costs;
    double const left_list = rounded(0, left), right_list = rounded(1, right);
    double const left_share = 0.5 * left_list * two_to(request_.precision - left);
    double const right_share = 0.5 * right_list * two_to(request_.precision - right);
    double open = 0;
    for (int p = int(threadIdx.x) % 32; p < sampled_pairs; p += 32)
      open += left_share + right_share == 0
                  ? 0
                  : fmin(1.0, left_share * pairs_[p].left_weight + right_share * pairs_[p].right_weight);
    for (int step = 16; step > 0; step /= 2) open += __shfl_xor_sync(~0u, open, step);
    open /= sampled_pairs;
    bool const few = fmax(left_list, right_list) < 0.75 * most_remainders;
    double const after =
        open * (costs.correct + (few ? costs.remainder * (left_list + right_list) : costs.exact * depth_));
    return moduli *
               (costs.multiply * depth_ + costs.convert * depth_ * (1 / rows_ + 1 / columns_) + costs.reconstruct) +
           after;
  }

  factor_facts const (&facts_)[2];
  unsigned const (*needing_)[most_bits + 2];
  planning_pair const* pairs_;
  double rows_, columns_, depth_;
  plan_request const& request_;
};

inline constexpr int planning_threads = 1024;

/// One block: decides.
static __global__ void __launch_bounds__(planning_threads)
    make_plan(__grid_constant__ product_memory const memory, __grid_constant__ plan_request const request) {
  constexpr int warps = planning_threads / 32;
  static_assert(warps > linalg::most_moduli);
  __shared__ unsigned needing[2][most_bits + 2];
  __shared__ planning_pair pairs[sampled_pairs];
  __shared__ product_planner::plan plans[warps];
  int const thread = int(threadIdx.x), warp = thread / 32;
  product_control& control = *memory.control;
  if (thread < 2 * (most_bits + 2)) (&needing[0][0])[thread] = (&control.needing[0][0])[thread];
  if (thread < sampled_pairs) {
    auto const [row, column, size] = control.pair[thread];
    line_facts const &a = memory.lines[0][row], &b = memory.lines[1][column];
    pairs[thread] = {norm_of(a) * largest_of(b) / size, norm_of(b) * largest_of(a) / size};
  }
  __syncthreads();
  factor_facts facts[2];
  for (int which = 0; which < 2; ++which)
    facts[which] = {control.needed[which], __longlong_as_double(static_cast<long long>(control.largest[which]))};
  bool const tried = warp >= 2 && warp <= request.most_moduli &&
                     (request.forced == 0 || warp == min(request.forced, request.most_moduli));
  product_planner::plan plan = {{no_bits, no_bits}, __builtin_inf()};
  if (tried) plan = product_planner(facts, needing, pairs, request).with(warp, memory.systems[warp].residues.product);
  if (thread % 32 == 0) plans[warp] = plan;
  __syncthreads();
  if (thread != 0) return;
  int best = 2;
  for (int n = 3; n <= request.most_moduli; ++n)
    if (plans[n].cost < plans[best].cost) best = n;
  // Where no plan has room for the sums, all entries are left to exact sums.
  bool const fits = plans[best].cost < __builtin_inf();
  control.moduli = best;
  for (int which = 0; which < 2; ++which) control.bits[which] = fits ? plans[best].bits[which] : no_bits;
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
