#include <algorithm>
#include <complex>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <isobit/driver/parts.hpp>
#include <isobit/sparse/assemble.hpp>

#include "arithmetic/environment.hpp"
#include "linalg/workspace.hpp"
#include "sparse/check.hpp"
#include "sparse/contributions.hpp"
#include "sparse/schedule.hpp"

/// Contributions to places that are known.
ISOBIT_NAMESPACE_BEGIN
namespace sparse {

namespace {

using detail::place_list;

/// As many sums as stay in a core's own cache.
constexpr std::size_t least_block = std::size_t{1} << 15;
/// As many blocks as a core can write to in turn.
constexpr std::size_t most_blocks = 256;

/// Whether contributions come in an order in which the sums they are for are mostly not in the cache: as seen by a
/// cache that holds one line, of four sums, for each of least_block / 4 remainders.
template <class Index> bool are_scattered(std::span<Index const> places) {
  std::vector<Index> cache(least_block / 4, -1);
  std::size_t misses = 0;
  for (Index const place : places) {
    Index const line = place / 4;
    misses += std::exchange(cache[static_cast<std::size_t>(line) % cache.size()], line) != line ? 1 : 0;
  }
  return misses > places.size() / 4;
}

template <class Index>
void list_by_blocks(std::vector<Index> const& places, std::vector<Index> const& counts, place_list<Index>& list) {
  list.block = std::max(least_block, (counts.size() + most_blocks - 1) / most_blocks);
  list.starts.assign((counts.size() + list.block - 1) / list.block + 1, 0);
  for (std::size_t at = 0; at < counts.size(); ++at)
    list.starts[at / list.block + 1] += static_cast<std::size_t>(counts[at]);
  for (std::size_t b = 1; b < list.starts.size(); ++b) list.starts[b] += list.starts[b - 1];
  auto next = list.starts;
  list.places.resize(places.size());
  list.order.reserve(places.size());
  for (Index const place : places) {
    auto const position = next[static_cast<std::size_t>(place) / list.block]++;
    list.order.push_back(static_cast<Index>(position));
    list.places[position] = place;
  }
}

/// Adds each number to the sum that places[k] - first & within names.
template <class T, class Index>
void add_numbered(std::span<Index const> places, T const* values, std::size_t first, std::size_t within, double start,
                  contribution_sum<T>* sums, extremes<T>& all) {
  if constexpr (is_complex<T>) {
    for (std::size_t k = 0; k < places.size(); ++k) {
      sums[(static_cast<std::size_t>(places[k]) - first) & within].add(values[k], start);
      all.note(values[k]);
    }
  } else {
    numbered<T, Index> const numbers = {values, places.data(), std::ssize(places), static_cast<Index>(first),
                                        static_cast<Index>(within)};
    all.note(contribution_kernels_in_use().add<T, Index>()(numbers, start, sums->parts()));
  }
}

/// Contributions in an order in which sums lie near each other from their first to their last: these go round in a
/// ring, which stays in the cache, and are taken to be exact when they are complete. Whether they were.
template <class T, class Index>
bool add_in_order(place_list<Index> const& list, std::span<T const> values, std::span<T> result) {
  linalg::workspace const memory(list.schedule.ring * (sizeof(contribution_sum<T>) / sizeof(double)));
  auto* const sums = reinterpret_cast<contribution_sum<T>*>(memory.data());
  double const start = start_for_a_few(values, list.most);
  contribution_cut const exact(start, extremes<T>(), list.most);
  extremes<T> all;
  std::size_t const within = list.schedule.ring - 1;
  std::size_t begun = 0, complete = 0, k = 0;
  bool holds = true;
  for (std::size_t b = 0; b < list.schedule.begun.size(); ++b) {
    for (; begun < list.schedule.begun[b]; ++begun) new (sums + (begun & within)) contribution_sum<T>();
    std::size_t const count = std::min(batch, values.size() - k);
    add_numbered<T, Index>(std::span(list.places).subspan(k, count), values.data() + k, 0, within, start, sums, all);
    k += count;
    for (; complete < list.schedule.complete[b]; ++complete) {
      auto const rounded = sums[complete & within].round(exact);
      result[complete] = rounded.value;
      holds &= rounded.holds;
    }
  }
  contribution_cut const cut(start, all, list.most);
  return holds && cut.usable && cut.radius == 0;
}

/// Some contributions to the elements [first, first + result.size()), and perhaps to others, which are passed over
/// unless `all_mine`.
template <class T, class Index> class element_sums {
public:
  element_sums(std::span<Index const> places, std::span<T const> values, std::size_t first, std::span<T> result,
               bool all_mine)
      : places_(places), values_(values), first_(first), result_(result), all_mine_(all_mine) {}

  /// With up to so many contributions to an element, in the standard environment.
  void add_up(std::size_t most) const {
    // From a thread's own memory, which others than the first call find in place.
    linalg::workspace const memory(result_.size() * (sizeof(contribution_sum<T>) / sizeof(double)));
    auto* const sums = reinterpret_cast<contribution_sum<T>*>(memory.data());
    double const guess = start_for_a_few(values_, most);
    auto const all = add(sums, guess);
    contribution_cut cut(guess, all, most);
    if (!cut.usable) {
      cut = contribution_cut(all, most);
      if (cut.usable) add(sums, cut.start);
    }
    std::vector<std::size_t> open;
    for (std::size_t at = 0; at < result_.size(); ++at) {
      auto const rounded = sums[at].round(cut);
      if (cut.usable && rounded.holds)
        result_[at] = rounded.value;
      else
        open.push_back(at);
    }
    if (!open.empty()) settle(open);
  }

private:
  template <class Visit> void for_each_mine(Visit visit) const {
    for (std::size_t k = 0; k < places_.size(); ++k)
      if (std::size_t const at = static_cast<std::size_t>(places_[k]) - first_; at < result_.size())
        visit(at, values_[k]);
  }

  extremes<T> add(contribution_sum<T>* sums, double start) const {
    std::uninitialized_value_construct_n(sums, result_.size());
    extremes<T> of;
    if (all_mine_) {
      add_numbered<T, Index>(places_, values_.data(), first_, ~std::size_t{0}, start, sums, of);
      return of;
    }
    for_each_mine([&](std::size_t at, T value) {
      sums[at].add(value, start);
      of.note(value);
    });
    return of;
  }

  /// By the definition.
  void settle(std::vector<std::size_t> const& open) const {
    std::vector<std::vector<T>> of_open(open.size());
    for_each_mine([&](std::size_t at, T value) {
      auto const found = std::ranges::lower_bound(open, at);
      if (found != open.end() && *found == at) of_open[static_cast<std::size_t>(found - open.begin())].push_back(value);
    });
    for (std::size_t n = 0; n < open.size(); ++n) result_[open[n]] = exact_sum_of<T>(of_open[n]);
  }

  std::span<Index const> places_;
  std::span<T const> values_;
  std::size_t first_;
  std::span<T> result_;
  bool all_mine_;
};

void require_apart(void const* values, void const* values_end, void const* result, void const* result_end) {
  std::less<void const*> const before;
  if (values != values_end && before(values, result_end) && before(result, values_end))
    refuse("the sums share memory with the values; give them memory of their own");
}

}  // namespace

namespace detail {

template <class Index>
void find_places(driver_ref const& driver, csr_matrix<double, Index>& pattern, std::span<Index const> i,
                 std::span<Index const> j, place_list<Index>& list) {
  std::vector<double> const none(i.size());
  pattern = from_triplets<double, Index>(driver, pattern.rows, pattern.columns, i, j, none);
  pattern.values = {};
  std::vector<Index> places(i.size());
  isobit::detail::for_each_part(driver, isobit::detail::part_count(driver, i.size()), i.size(),
                                [&](std::size_t first, std::size_t count, std::size_t) {
                                  for (std::size_t k = first; k < first + count; ++k) {
                                    auto const row = pattern.offsets.begin() + static_cast<std::ptrdiff_t>(i[k]);
                                    auto const begin = pattern.indices.begin();
                                    places[k] = static_cast<Index>(
                                        std::lower_bound(begin + row[0], begin + row[1], j[k]) - begin);
                                  }
                                });
  std::vector<Index> counts(pattern.indices.size());
  for (Index const place : places)
    list.most = std::max(list.most, static_cast<std::size_t>(++counts[static_cast<std::size_t>(place)]));
  if (counts.size() > least_block && are_scattered<Index>(places))
    list_by_blocks(places, counts, list);
  else
    list.schedule = schedule_of<Index>(places, counts.size()), list.places = std::move(places);
}

template <class T, class Index>
void add_at_places(driver_ref const& driver, place_list<Index> const& list, std::span<T const> values,
                   std::span<T> result) {
  if (list.places.size() != values.size())
    refuse(std::to_string(list.places.size()) + " places and " + std::to_string(values.size()) + " values");
  require_apart(values.data(), values.data() + values.size(), result.data(), result.data() + result.size());
  std::span<Index const> const places(list.places);
  std::size_t const parts = isobit::detail::part_count(driver, values.size());
  if (list.order.empty()) {
    bool const done = parts == 1 && in_standard_rounding([&] { return add_in_order(list, values, result); });
    return done ? void() : add_at_places(driver, places, list.most, values, result);
  }
  linalg::workspace const memory((values.size() * sizeof(T) + sizeof(double) - 1) / sizeof(double));
  T* const moved = reinterpret_cast<T*>(memory.data());
  isobit::detail::for_each_part(driver, parts, values.size(), [&](std::size_t first, std::size_t count, std::size_t) {
    for (std::size_t k = first; k < first + count; ++k) moved[static_cast<std::size_t>(list.order[k])] = values[k];
  });
  std::size_t const blocks = list.starts.size() - 1;
  isobit::detail::for_each_part(
      driver, std::min(parts, blocks), blocks, [&](std::size_t first, std::size_t count, std::size_t) {
        in_standard_rounding([&] {
          for (std::size_t b = first; b < first + count; ++b) {
            std::size_t const begin = list.starts[b], some = list.starts[b + 1] - begin, at = b * list.block;
            element_sums<T, Index>(places.subspan(begin, some), {moved + begin, some}, at,
                                   result.subspan(at, std::min(list.block, result.size() - at)), true)
                .add_up(list.most);
          }
        });
      });
}

template <class T, class Index>
void add_at_places(driver_ref const& driver, std::span<Index const> places, std::size_t most, std::span<T const> values,
                   std::span<T> result) {
  if (places.size() != values.size())
    refuse(std::to_string(places.size()) + " places and " + std::to_string(values.size()) + " values");
  require_apart(values.data(), values.data() + values.size(), result.data(), result.data() + result.size());
  if (most == 0) {
    check_indices("element", places, static_cast<index>(result.size()));
    std::vector<std::uint32_t> counts(result.size());
    for (Index const place : places) most = std::max<std::size_t>(most, ++counts[static_cast<std::size_t>(place)]);
  }
  if (result.empty()) return;
  // Every part has its own elements of the result, and looks for what belongs to them.
  std::size_t const parts = std::min(isobit::detail::part_count(driver, places.size()), result.size());
  isobit::detail::for_each_part(driver, parts, result.size(), [&](std::size_t first, std::size_t count, std::size_t) {
    in_standard_rounding([&] {
      element_sums<T, Index>(places, values, first, result.subspan(first, count), parts == 1)
          .add_up(std::max<std::size_t>(most, 1));
    });
  });
}

#define ISOBIT_INSTANTIATE_FOR(T, Index)                                                                             \
  template ISOBIT_API void add_at_places(driver_ref const&, std::span<Index const>, std::size_t, std::span<T const>, \
                                         std::span<T>);                                                              \
  template ISOBIT_API void add_at_places(driver_ref const&, place_list<Index> const&, std::span<T const>, std::span<T>);
#define ISOBIT_INSTANTIATE(Index)                                                                             \
  ISOBIT_INSTANTIATE_FOR(float, Index)                                                                        \
  ISOBIT_INSTANTIATE_FOR(double, Index)                                                                       \
  ISOBIT_INSTANTIATE_FOR(std::complex<float>, Index)                                                          \
  ISOBIT_INSTANTIATE_FOR(std::complex<double>, Index)                                                         \
  template ISOBIT_API void find_places(driver_ref const&, csr_matrix<double, Index>&, std::span<Index const>, \
                                       std::span<Index const>, place_list<Index>&);
ISOBIT_INSTANTIATE(std::int32_t)
ISOBIT_INSTANTIATE(std::int64_t)

}  // namespace detail
}  // namespace sparse
ISOBIT_NAMESPACE_END
