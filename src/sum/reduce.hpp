#pragma once

#include <vector>

#include <isobit/driver/parts.hpp>

#include "certify/tiers.hpp"
#include "sum/finish.hpp"
#include "sum/round.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation {

using detail::for_each_part;

/// finish(the sum) by the flags, else by one level of extraction and a rounding test; nothing if neither is certain.
template <class Term, class Finish>
certain<typename Finish::result> reduce_fast(machine const& machine, environment_guard& environment, Term term,
                                             std::size_t n, Finish finish) {
  using T = typename Finish::result;
  if constexpr (has_sum<Term>) {
    if (n <= block_size) {
      // One block was tried already, unless more than a rounding is wanted.
      if constexpr (!only_rounds<Finish>) {
        if (auto const result = finish.within(enclose_one_block(machine, environment, term, n))) return result;
        environment.clear();
      }
    } else if (only_rounds<Finish> && n <= few_blocks) {
      if (auto const result = round_few_blocks<T>(machine, environment, term, n)) return result;
    }
    if (!only_rounds<Finish> || n > few_blocks) {
      exact state;
      if (add_mostly_by_flags(machine, environment, term, n, state)) return finish(state);
    }
  }
  if constexpr (has_leading<Term>) {
    leading_pass<Term> pass(machine);
    if (!pass.add(term, n)) return uncertain;
    if (auto const result = finish.within(pass.quickly_in_two())) return result;
    return finish_within(pass.enclosed(), finish);
  }
  return uncertain;
}

/// Below this, products with their errors cost less than setting up an extractor. docs/maths/dot.md#few
inline constexpr std::size_t few_products = 96;

[[gnu::always_inline]] inline certain<double> round_few_products(table const& kernels, f64_products term,
                                                                 std::size_t n) {
  environment_guard environment;
  auto result = round_within<double>(kernels.few_products_f64(term.x, term.y, n));
  pin(result.value);
  return result;
}

/// finish(the exact sum of the term's n addends), on the calling thread.
template <class Term, class Finish>
typename Finish::result reduce_serially(machine const& machine, Term term, std::size_t n, Finish finish) {
  using T = typename Finish::result;
  return certify::tiers(
      [&]() -> certain<T> {
        if constexpr (only_rounds<Finish> && has_few<Term>)
          if (n < smallest_block) return round_few<T>(*machine.kernels, term, n);
        return uncertain;
      },
      [&]() -> certain<T> {
        if constexpr (only_rounds<Finish> && has_sum<Term>)
          if (n >= smallest_block && n <= block_size) return round_one_block<T>(machine, term, n);
        return uncertain;
      },
      [&]() -> certain<T> {
        if constexpr (std::same_as<Finish, rounded_to<double>> && std::same_as<Term, f64_products>)
          if (n < few_products) return round_few_products(*machine.kernels, term, n);
        return uncertain;
      },
      [&]() -> certain<T> {
        if (n < smallest_block) return uncertain;
        return in_standard_environment(
            [&](environment_guard& environment) { return reduce_fast(machine, environment, term, n, finish); });
      },
      [&] {
        state_of<Term> state;
        add_in_standard_environment(machine, term, n, state);
        return finish(state);
      });
}

/// The same state as adding everything on one thread.
template <class Term>
state_of<Term> accumulate_in_parts(machine const& machine, driver_ref const& driver, Term term, std::size_t n) {
  return detail::merge_parts(state_of<Term>(), driver, n, [&](state_of<Term>& state, auto first, auto count) {
    add_in_standard_environment(machine, term.at(first), count, state);
  });
}

/// The term's sum in two doubles, up to a radius; nothing is known of what is out of reach of the fast ways.
template <class Term>
enclosure<double> enclose_in_two(machine const& machine, environment_guard& environment, Term term, std::size_t n) {
  if (n < smallest_block) return certify::unknown();
  if constexpr (has_sum<Term>) {
    if (n <= block_size) {
      auto const sum = enclose_one_block(machine, environment, term, n);
      if (sum.radius == 0) return sum;
      environment.clear();
    }
    auto const sum = enclose(machine, environment, term, n);
    return sum ? in_two(*sum) : certify::unknown();
  } else {
    leading_pass<Term> pass(machine);
    return pass.add(term, n) ? pass.in_two() : certify::unknown();
  }
}

/// The same, each part of the elements by itself.
template <class Term> enclosure<double> enclose_in_two(driver_ref const& driver, Term term, std::size_t n) {
  auto const& machine = this_machine();
  auto const part_sum = [&](std::size_t first, std::size_t count) {
    return in_standard_environment(
        [&](environment_guard& environment) { return enclose_in_two(machine, environment, term.at(first), count); });
  };
  std::size_t const parts = n <= block_size ? 1 : detail::part_count(driver, n);
  if (parts <= 1) return part_sum(0, n);
  std::vector<enclosure<double>> sums(parts);
  for_each_part(driver, parts, n,
                [&](std::size_t first, std::size_t count, std::size_t part) { sums[part] = part_sum(first, count); });
  return in_standard_environment([&](environment_guard&) {
    enclosure<double> total;
    for (auto const& sum : sums) total = total + sum;
    return total;
  });
}

/// finish(the exact sum of the term's n addends): each part encloses its own, the enclosures merge, and where their
/// sum leaves the rounding open everything is added exactly.
template <class Term, class Finish>
typename Finish::result reduce(driver_ref const& driver, Term term, std::size_t n, Finish finish) {
  auto const& machine = this_machine();
  std::size_t const parts = n <= block_size ? 1 : detail::part_count(driver, n);
  if (parts <= 1) return reduce_serially(machine, term, n, finish);

  std::vector<std::optional<enclosed_sum>> sums(parts);
  for_each_part(driver, parts, n, [&](std::size_t first, std::size_t count, std::size_t part) {
    sums[part] = in_standard_environment(
        [&](environment_guard& environment) { return enclose(machine, environment, term.at(first), count); });
  });
  if (std::ranges::all_of(sums, [](auto const& sum) { return sum.has_value(); })) {
    enclosed_sum total;
    exact radius;  // added up exactly, then rounded up: the caller's rounding mode rules here
    for (auto const& sum : sums) {
      total.state.merge(sum->state);
      radius.add(sum->radius);
    }
    total.radius = radius.round<double>(rounding::upward);
    if (auto const result = finish_within(total, finish)) return *result;
  }
  return finish(accumulate_in_parts(machine, driver, term, n));
}

}  // namespace summation
ISOBIT_NAMESPACE_END
