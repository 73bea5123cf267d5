// However values are cut, shuffled and merged, every method that promises it gives the state of the reference, or
// refuses with an error where the reference does; pieces of a tree merge to the tree's sum.
#include <functional>
#include <optional>
#include <vector>

#include <isobit/error.hpp>
#include <isobit/method/binned.hpp>
#include <isobit/tree/fixed_tree.hpp>

#include "reference/serialise.hpp"
#include "reference/tree.hpp"
#include "support/expected_sweep.hpp"
#include "support/fuzz_input.hpp"
#include "support/random.hpp"

namespace isobit::test {
namespace {

/// Adds the values, at once or one by one. What refuses them is left as it was.
template <class A, class T> bool add(A& state, std::span<T const> values, random_source& random) {
  A before = state;
  try {
    if (random.coin()) {
      state.add(values);
    } else {
      for (T x : values) {
        before = state;
        state.add(x);
      }
    }
    return true;
  } catch (error const&) {
    require(state == before, "a state that refuses values is as it was");
    return false;
  }
}

/// The values in another order, cut anywhere, the states merged in any order, now and then through bytes.
template <class A, class T>
std::optional<A> merged_pieces(A const& start, std::vector<T> values, random_source& random) {
  random.shuffle(std::span(values));
  std::vector<A> states = {start};
  for (std::span<T const> rest = values; !rest.empty();) {
    std::size_t const count = 1 + random.below(rest.size());
    states.push_back(start);
    if (!add(states.back(), rest.first(count), random)) return {};
    rest = rest.subspan(count);
  }
  while (states.size() > 1) {
    std::swap(states[random.below(states.size())], states.back());
    A const taken = random.one_in(4) ? A::deserialise(states.back().serialise()) : states.back();
    states.pop_back();
    states[random.below(states.size())].merge(taken);
  }
  return states[0];
}

/// `is_expected(state)` says whether it is the reference's; nothing is expected where the values are to be refused.
template <class A, class T, class IsExpected>
void check(A const& start, std::vector<T> const& values, bool refused, random_source& random, IsExpected is_expected) {
  A whole = start;
  require(add(whole, std::span<T const>(values), random) == !refused, "refused where the reference refuses");
  auto const merged = merged_pieces(start, values, random);
  require(merged.has_value() == !refused, "pieces are refused where the whole is");
  if (refused) return;
  require(is_expected(whole), "the state is that of the reference");
  require(*merged == whole && merged->serialise() == whole.serialise(), "the pieces' state is that of the whole");
  require(equal_bits(merged->round(), whole.round()), "equal states round to equal bits");
}

template <int K, int W, class T> void check_binned(std::vector<T> const& values, random_source& random) {
  reference::bins<T> expected(W);
  for (T x : values) expected.add(x);
  check(binned<T, K, W>(), values, false, random, [&](auto const& state) {
    return state.serialise() == reference::serialise(expected, K) && equal_bits(state.round(), expected.round(K));
  });
}

template <int K, class T>
void check_double_sweep(std::vector<T> const& values, std::size_t count, random_source& random) {
  std::span<T const> const all(values);
  auto const expected = expected_double_sweep(all, count, K);
  auto const is_expected = [&](double_sweep<T, K> const& state) {
    for (int k = 1; k <= K; ++k)
      if (!equal_bits(state.sum(k), expected->sums[static_cast<std::size_t>(k - 1)])) return false;
    return state.added() == all.size() && equal_bits(state.round(), rounded(all, std::span<T const>(expected->sums)));
  };
  try {
    double_sweep<T, K> const start(count, largest_of(all));
    check(start, values, false, random, is_expected);
    require(expected.has_value(), "refused where the reference refuses");
    if (count == all.size()) {
      double_sweep<T, K> whole = start;
      whole.add(all);
      require(double_sweep<T, K>::of_all(serial(), all) == whole, "a guess of the largest magnitude does not show");
    }
  } catch (error const&) {
    require(!expected.has_value(), "not refused where the reference does not");
  }
}

template <int K, class T>
void check_single_sweep(std::vector<T> const& values, std::size_t count, random_source& random) {
  std::span<T const> const all(values);
  auto const expected = expected_single_sweep(all, count, K);
  check(single_sweep<T, K>(count), values, !expected.has_value(), random, [&](single_sweep<T, K> const& state) {
    for (int k = 0; k <= K; ++k)
      if (!equal_bits(state.sum(k), expected->sums[static_cast<std::size_t>(k)])) return false;
    return state.top() == expected->top && state.added() == all.size() &&
           equal_bits(state.round(), rounded(all, std::span<T const>(expected->sums).subspan(1)));
  });
}

template <class T> void check_tree(std::vector<T> const& values, random_source& random) {
  if (values.empty()) return;
  std::span<T const> const all(values);
  T const root = reference::tree(all, std::plus<T>());
  T const expected = is_nan(root) ? from_bits<T>(format<T>::canonical_nan) : root;
  std::vector<tree_sum_piece<T>> pieces;
  for (std::size_t first = 0; first < all.size();) {
    std::size_t const count = 1 + random.below(all.size() - first);
    pieces.push_back(tree_sum_part(all.subspan(first, count), {.first = first, .total = all.size()}));
    first += count;
  }
  while (pieces.size() > 1) {
    std::size_t const left = random.below(pieces.size() - 1), right = left + 1;
    bool const into_left = random.coin();
    pieces[into_left ? left : right].merge(pieces[into_left ? right : left]);
    pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(into_left ? right : left));
  }
  require(equal_bits(pieces[0].result(), expected), "the pieces of a tree merge to the tree's sum");
  require(equal_bits(tree_sum(all), expected), "the sum is the tree's");
}

/// A few numbers, repeated so that kernels and blocks are filled.
template <class T> std::vector<T> numbers(fuzz_input& input, std::size_t copies) {
  std::vector<T> seeds, values;
  while (!input.empty() && seeds.size() < 80) seeds.push_back(input.number<T>());
  for (std::size_t copy = 0; copy < copies; ++copy) values.insert(values.end(), seeds.begin(), seeds.end());
  return values;
}

template <class T> void check_all(fuzz_input input, std::uint8_t header) {
  constexpr std::size_t copies[] = {1, 1, 3, 17};
  constexpr std::size_t more[] = {0, 1, 1000, 80000};
  constexpr int width = default_bin_width<T>;
  random_source random(input.byte());
  auto const values = numbers<T>(input, copies[header % 4]);
  check_binned<1, width>(values, random);
  check_binned<2, width>(values, random);
  check_binned<3, width>(values, random);
  check_binned<4, width>(values, random);
  check_binned<3, width / 2>(values, random);
  std::size_t const count = values.size() + more[header / 4 % 4];
  check_double_sweep<1>(values, count, random);
  check_double_sweep<2>(values, count, random);
  check_double_sweep<4>(values, count, random);
  check_single_sweep<1>(values, count, random);
  check_single_sweep<2>(values, count, random);
  check_single_sweep<3>(values, count, random);
  check_single_sweep<4>(values, count, random);
  check_tree(values, random);
}

}  // namespace
}  // namespace isobit::test

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  isobit::test::fuzz_input input(data, size);
  std::uint8_t const header = input.byte();
  if ((header & 0x80) != 0)
    isobit::test::check_all<float>(input, header);
  else
    isobit::test::check_all<double>(input, header);
  return 0;
}
