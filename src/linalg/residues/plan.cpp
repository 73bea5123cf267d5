#include "linalg/residues/plan.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <isobit/error.hpp>
#include <isobit/linalg/forced_products.hpp>

#include "arithmetic/dispatch.hpp"
#include "arithmetic/power_of_two.hpp"
#include "linalg/bounds.hpp"
#include "linalg/kernels.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {
namespace {

constexpr int most_bits = 90;  // of a norm, so that elements stay below 2^94
constexpr index most_samples = 32, most_sums = 12;
static_assert(most_sums % 4 == 0);

/// Cycles, of which a ratio decides: measured (docs/performance/linear_algebra.md#by-residues).
struct costs {
  double residue_products;      // of bytes, a cycle
  double convert;               // an element and a modulus
  double reconstruct;           // an entry and a modulus
  double chained_products;      // of floats, a cycle
  double tile_products = 3.15;  // with their errors, a cycle
  double take = 4;              // an entry from there to its tile
  double finish = 9;            // an entry
  double correct = 1000;        // an open entry, and 6 for each remainder
  double refine = 11;           // a product of an entry, if it is the only one of a strip

  explicit costs(residue_table const& kernels)
      : residue_products(kernels.costs.products), convert(kernels.costs.conversion),
        reconstruct(kernels.costs.reconstruction), chained_products(12.6) {
    auto const& sets = arithmetic::sets_in_use();
    if (sets.adds_apart && !sets.in_halves) residue_products *= 0.88, tile_products = 5.6;
    if (!sets.in_halves) return;
    residue_products *= 0.57, convert *= 1.4, reconstruct *= 2, chained_products /= 2;
    take = 6, finish = 14;
  }
};

int exponent_of(double x) { return exponent_above(bits_of(magnitude(x))); }

/// What a sample shows of a factor.
struct factor_facts {
  double size = 1;               // of a norm_limit
  int needed = 0;                // the bits with which no element of any line is rounded
  double norm = 1;               // of the longest line, as the power of two that its unit comes from
  index count = 0;               // of elements in the sample
  index needing[most_bits + 1];  // how many need more than so many bits

  explicit factor_facts(panels const& lines) : size(best_size(lines)), needing{} {
    index const step = std::max<index>(lines.real_lines() / most_samples, 1);
    for (index l = 0; l < lines.real_lines(); ++l) {
      line const& one = lines.lines(l / lines.width())[l % lines.width()];
      if (!one.usable || one.norm == 0) continue;
      int const above = norm_limit{0, size}.exponent(one.norm);
      norm = std::max(norm, power_of_two<double>(above));
      needed = std::max(needed, one.lowest_bit < negligible ? 1000 : above - exponent_of(one.lowest_bit) + 1);
      if (l % step == 0) sample(lines, l, above);
    }
  }
  /// The one with which units are least too large for the norms of their lines.
  static double best_size(panels const& lines) {
    constexpr int steps = 64;
    double shares[steps] = {};  // of lines with norms, between powers of two, of so many steps: what 1/norm adds up to
    for (index l = 0; l < lines.real_lines(); ++l) {
      line const& one = lines.lines(l / lines.width())[l % lines.width()];
      if (!one.usable || one.norm == 0) continue;
      double const norm = one.norm * power_of_two<double>(-exponent_of(one.norm));
      shares[static_cast<int>((norm - 0.5) * 2 * steps)] += 1 / norm;
    }
    double best = 1, least = HUGE_VAL;
    for (int i = 0; i < steps; ++i) {
      double const size = 0.5 + (i + 1) / (2.0 * steps);
      double waste = 0;
      for (int j = 0; j < steps; ++j) waste += shares[j] * (j <= i ? size : 2 * size);
      if (waste < least) least = waste, best = size;
    }
    return best;
  }
  void sample(panels const& lines, index l, int above) {
    double const* const from = lines.data(l / lines.width(), 0) + l % lines.width();
    index const step = std::max<index>(lines.depth() / most_samples, 1);
    for (index p = 0; p < lines.depth(); p += step) {
      double const x = from[p * lines.width()];
      ++count;
      if (x == 0) continue;
      auto const bits = bits_of(x);
      int const low_bit = exponent_of(x) - 53 + __builtin_ctzll(bits | std::uint64_t{1} << 52);
      for (int b = 0; b < std::min(above - low_bit, most_bits + 1); ++b) ++needing[b];
    }
  }
  /// The part of the elements that so many bits would round.
  [[nodiscard]] double rounded(int bits) const {
    if (bits >= needed || count == 0) return 0;
    return std::max(static_cast<double>(needing[std::min(bits, most_bits)]), 0.5) / static_cast<double>(count);
  }
  /// What that takes off a line of `depth` elements, in the units of panels.
  [[nodiscard]] double lost(int bits, double depth) const {
    return depth * rounded(bits) * 0.25 * norm * power_of_two<double>(-bits);
  }
};

/// Magnitudes of a few sums, and how many blocks of products are not zero.
struct sum_facts {
  std::vector<double> sizes;
  double in_use = 0;

  sum_facts(panels const& left, panels const& right) {
    index const rows = left.real_lines(), columns = right.real_lines();
    for (index n = 0; n < most_sums; ++n) {
      // Two neighbouring rows by two columns at a time: these lie in the same lines of a cache.
      constexpr index places = most_sums / 4;
      index const place = n / 4;
      index const i = std::min(place * rows / places + n % 2, rows - 1);
      index const j = std::min((place + 1) % places * columns / places + n / 2 % 2, columns - 1);
      index const left_panel = i / left.width(), right_panel = j / right.width();
      double const *a = left.data(left_panel, 0) + i % left.width(),
                   *b = right.data(right_panel, 0) + j % right.width();
      double sum = 0;
      for (index p = 0; p < left.depth(); ++p) sum += a[p * left.width()] * b[p * right.width()];
      if (magnitude(sum) > 0) sizes.push_back(magnitude(sum));
      index both = 0;
      for (index block = 0; block < left.blocks(); ++block)
        both += left.in_use(left_panel, block) && right.in_use(right_panel, block);
      in_use += static_cast<double>(both) / static_cast<double>(left.blocks() * most_sums);
    }
    // A single sum near zero would count as a twelfth of all, and one among twelve is that near now and then.
    if (sizes.size() < 2) return;
    std::nth_element(sizes.begin(), sizes.begin() + 1, sizes.end());
    sizes.front() = sizes[1];
  }
  /// The part of the sums that such a radius would leave open.
  [[nodiscard]] double open(double radius, int precision) const {
    double all = 0;
    for (double const size : sizes) all += std::min(1.0, 2 * radius / (size * power_of_two<double>(-precision)));
    return sizes.empty() ? 0 : all / static_cast<double>(sizes.size());
  }
};

class planner {
public:
  planner(residue_table const& kernels, panels const& left, panels const& right, int precision)
      : left_(left), right_(right), sums_(left, right), costs_(kernels), precision_(precision),
        depth_(static_cast<double>(left.depth())), rows_(static_cast<double>(left.real_lines())),
        columns_(static_cast<double>(right.real_lines())) {}

  /// The bits of both factors, as exact as so many moduli allow.
  [[nodiscard]] residue_plan with(int moduli) const {
    residue_system const& system = residue_system_of(moduli);
    // Fewer bits, and rounding would show in the norms.
    int const total = exponent_of(system.product / (left_.size * right_.size)) - 1;
    int const least = exponent_of(std::sqrt(depth_)) + 2;
    auto const within = [least](int room, int needed) { return std::clamp(std::min(room, needed), least, most_bits); };
    int const first = within(total / 2, left_.needed), second = within(total - first, right_.needed);
    norm_limit left = {within(total - second, left_.needed), left_.size}, right = {second, right_.size};
    while (!sums_fit(system, static_cast<index>(depth_), left, right)) {
      norm_limit& larger = left.bits > right.bits ? left : right;
      if (larger.bits == least) return {};
      --larger.bits;
    }
    return {moduli, left, right};
  }
  /// Cycles for each entry of the result.
  [[nodiscard]] double cost(residue_plan const& plan) const {
    double const count = plan.moduli;
    double const lost = left_.lost(plan.left.bits, depth_) + right_.lost(plan.right.bits, depth_);
    double const list = depth_ * (left_.rounded(plan.left.bits) + right_.rounded(plan.right.bits));
    double const open = sums_.open(lost, precision_);
    double const after = list < depth_ / 8 ? open * (costs_.correct + 6 * list) : refining(open);
    return count * depth_ / costs_.residue_products + count * costs_.convert * depth_ * (1 / rows_ + 1 / columns_) +
           count * costs_.reconstruct + costs_.take + costs_.finish + after;
  }
  [[nodiscard]] double cost_of_tiles() const {
    bool const chain = precision_ < 53;
    index const depth = static_cast<index>(depth_), calls = (depth + block_depth - 1) / block_depth;
    double const radius = chain ? chain_radius(calls) * left_.norm * right_.norm : coarse_radius(depth, calls);
    return sums_.in_use * depth_ / (chain ? costs_.chained_products : costs_.tile_products) + costs_.finish +
           refining(sums_.open(radius, precision_));
  }

private:
  /// Where a part of all entries is open, and 16 are summed again for one of them.
  [[nodiscard]] double refining(double open) const {
    return (1 - std::pow(1 - open, 16)) / 16 * costs_.refine * depth_ * sums_.in_use;
  }

  factor_facts left_, right_;
  sum_facts sums_;
  costs costs_;
  int precision_;
  double depth_, rows_, columns_;
};

/// What ISOBIT_FORCE_PRODUCTS says; empty where it is unset.
std::string_view forced_name() noexcept {
  char const* const forced = std::getenv("ISOBIT_FORCE_PRODUCTS");
  return forced == nullptr ? "" : forced;
}

std::optional<product_choice> find_choice(std::string_view forced) noexcept {
  if (forced.empty()) return product_choice();
  if (forced == "tiles") return product_choice{.way = product_way::tiles};
  if (forced == "residues") return product_choice{.way = product_way::residues};
  return std::nullopt;
}

product_choice choose() {
  auto const forced = forced_name();
  if (auto const found = find_choice(forced)) return *found;
  throw error(status::unsupported, "isobit: ISOBIT_FORCE_PRODUCTS=" + std::string(forced) +
                                       " is no way to multiply matrices; choose one of: tiles, residues");
}

}  // namespace

product_choice const& product_choice_in_use() {
  static product_choice const chosen = choose();
  return chosen;
}

bool detail::forced_products_are_available() noexcept {
  return find_choice(forced_name()).has_value() && forced_tiles_are_available();
}

bool sums_fit(residue_system const& system, index depth, norm_limit const& left, norm_limit const& right) {
  double const rounding = std::sqrt(static_cast<double>(depth)) / 2;
  return (left.value() + rounding) * (right.value() + rounding) <= 0.499 * system.product;
}

residue_plan plan_residues(residue_table const& kernels, panels const& left, panels const& right, int precision,
                           product_choice const& choice) {
  planner const plans(kernels, left, right, precision);
  bool const forced = choice.way == product_way::residues;
  double least = forced ? HUGE_VAL : plans.cost_of_tiles();
  residue_plan best;
  for (int moduli = 2; moduli <= most_moduli; ++moduli) {
    if (choice.moduli != 0 && choice.moduli != moduli) continue;
    residue_plan const plan = plans.with(moduli);
    double const cost = plan.moduli == 0 ? HUGE_VAL : plans.cost(plan);
    if (cost < least) least = cost, best = plan;
  }
  return best;
}

residue_table const* residue_kernels_for(index rows, index columns, index depth, product_choice const& choice) {
  if (choice.way == product_way::tiles) return nullptr;
  if (choice.kernels != nullptr) return choice.kernels;
  index const side = std::min(rows, columns);
  bool const required = arithmetic::sets_in_use().tiles == arithmetic::use_of_tiles::required;
  if (required || (side >= 96 && depth >= 128))
    if (residue_table const* const tiles = tile_residue_kernels(); tiles != nullptr) return tiles;
  if (choice.way == product_way::residues) return &residue_kernels();
  return side >= 96 && depth >= 192 ? fast_residue_kernels() : nullptr;
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
