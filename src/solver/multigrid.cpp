#include <isobit/solver/csr_map.hpp>

#include "solver/aggregates.hpp"
#include "solver/circles.hpp"
#include "solver/make.hpp"
#include "solver/vectors.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

namespace {

/// The groups' values are too small by about this: a group is constant, and what is approximated is not.
constexpr double correction_factor = 1.5;

/// Of the diagonal of a coarser level.
constexpr char vanished[] = "has a diagonal that vanishes where groups are added up: multigrid needs a matrix that is "
                            "positive definite";

/// Deeper levels are asked once a visit: they are small, and would be visited thousands of times.
constexpr index levels_with_cycles = 6;

/// One level, and those that are coarser.
template <class T> class multigrid_level final : public linear_map<T> {
public:
  multigrid_level(space<T> const& where, local_rows<T> a, multigrid_options const& how, index depth = 0)
      : where_(&where), a_(std::move(a)), map_(where, a_.view()), how_(how),
        cycles_(depth < levels_with_cycles ? how.cycles : 1),
        divisors_(depth == 0 ? diagonal_of(where, a_) : diagonal_of(where, a_, vanished)) {
    // The sweeps shrink all that belongs to the upper half of the spectrum to a third.
    auto const scale = static_cast<real_of<T>>(0.75 * largest_circle(where, a_));
    for (T& one : divisors_) one = one * scale;
    auto const places = static_cast<std::size_t>(a_.columns);
    left_.resize(places);
    update_.resize(places);
    if (depth + 1 < how.most_levels) add_coarser(depth + 1);
  }

  void apply(std::span<T const> r, std::span<T> z) const override {
    for_each_number(where_->on(), z, [&](std::size_t i) { return quotient(r[i], divisors_[i]); });
    constexpr int steps_of_the_coarsest = 16;
    smooth(coarser_ ? how_.smoothing_steps - 1 : steps_of_the_coarsest - 1, r, z);
    if (!coarser_) return;
    for (int cycle = 0; cycle < cycles_; ++cycle) {
      correct(r, z);
      smooth(how_.smoothing_steps, r, z);
    }
  }

private:
  void add_coarser(index depth) {
    auto const numbers = where_->rows();
    require_symmetric_pattern(*where_, a_, with_ghosts(*where_, a_, [&](std::size_t place) { return numbers[place]; }),
                              "multigrid");
    auto const groups = aggregation<T>(*where_, a_, how_.strength).make();
    if (!groups.any_joined) return;
    for (std::size_t i = 0; i < divisors_.size(); ++i)
      if (groups.root[i] == numbers[i]) roots_.push_back(i);
    std::sort(roots_.begin(), roots_.end(), [&](std::size_t i, std::size_t j) { return numbers[i] < numbers[j]; });
    members_.columns = spread_.columns = a_.columns;
    members_.rows = static_cast<index>(roots_.size());
    for (std::size_t const root : roots_) {
      for (auto k = static_cast<std::size_t>(a_.offsets[root]); k < static_cast<std::size_t>(a_.offsets[root + 1]); ++k)
        if (groups.root[static_cast<std::size_t>(a_.indices[k])] == numbers[root])
          members_.indices.push_back(a_.indices[k]);
      members_.offsets.push_back(static_cast<std::int64_t>(members_.indices.size()));
    }
    members_.values.assign(members_.indices.size(), T{1});
    spread_.rows = a_.rows;
    spread_.indices = groups.root_place;
    for (std::size_t i = 0; i < divisors_.size(); ++i) spread_.offsets.push_back(static_cast<std::int64_t>(i) + 1);
    spread_.values.assign(spread_.indices.size(), T{1});
    auto coarse = coarsened(*where_, a_, groups, roots_, members_);
    coarse_where_ = std::move(coarse.where);
    coarser_ = std::make_unique<multigrid_level>(*coarse_where_, std::move(coarse.rows), how_, depth);
    coarse_right_.resize(roots_.size());
    coarse_solution_.resize(roots_.size());
  }

  /// left = r - a*z.
  void find_what_is_left(std::span<T const> r, std::span<T const> z) const {
    std::span<T> const left(left_.data(), r.size());
    map_.apply(z, left);
    for_each_number(where_->on(), left, [&](std::size_t i) { return r[i] - left[i]; });
  }
  /// z = z + left / divisors, with what is left before each step.
  void smooth(int steps, std::span<T const> r, std::span<T> z) const {
    for (int step = 0; step < steps; ++step) {
      find_what_is_left(r, z);
      for_each_number(where_->on(), z, [&](std::size_t i) {
        T const part = quotient(left_[i], divisors_[i]);
        return z[i] + part;
      });
    }
  }
  void correct(std::span<T const> r, std::span<T> z) const {
    find_what_is_left(r, z);
    where_->update(left_);
    sparse::multiply(members_.view(), vector_view<T const>(left_), vector_view<T>(coarse_right_), where_->on());
    coarser_->apply(coarse_right_, coarse_solution_);
    for (std::size_t k = 0; k < roots_.size(); ++k) update_[roots_[k]] = coarse_solution_[k];
    where_->update(update_);
    sparse::multiply(T{static_cast<real_of<T>>(correction_factor)}, spread_.view(), vector_view<T const>(update_), T{1},
                     vector_view<T>(z), where_->on());
  }

  space<T> const* where_;
  local_rows<T> a_;
  csr_map<T, std::int32_t, std::int64_t> map_;
  multigrid_options how_;
  int cycles_;
  std::vector<T> divisors_;
  std::vector<std::size_t> roots_;  // by their numbers
  local_rows<T> members_, spread_;  // ones: of a group its places, of a row its root
  std::unique_ptr<space<T>> coarse_where_;
  std::unique_ptr<multigrid_level> coarser_;
  mutable std::vector<T> left_, update_, coarse_right_, coarse_solution_;
};

}  // namespace

template <class T>
preconditioner<T> make_multigrid(space<T> const& where, local_rows<T> a, multigrid_options const& how) {
  if (how.smoothing_steps < 1 || how.cycles < 1 || how.most_levels < 1 || !(how.strength >= 0))
    refuse("multigrid needs at least one smoothing step, cycle and level, and a strength of at least 0");
  return std::make_unique<multigrid_level<T>>(where, std::move(a), how);
}
#define ISOBIT_INSTANTIATE(T) \
  template preconditioner<T> make_multigrid(space<T> const&, local_rows<T>, multigrid_options const&);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(std::complex<double>)
ISOBIT_INSTANTIATE(std::complex<float>)

}  // namespace solver
ISOBIT_NAMESPACE_END
