#pragma once

#include <vector>

#include <isobit/driver/parts.hpp>

#include "certify/tiers.hpp"
#include "sum/finish.hpp"
#include "sum/round.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation {

using detail::for_each_part;

/// finish(the sum) by the flags, else by a plain sum and its bound, or by one level of extraction and a rounding test;
/// nothing if neither is certain.
template <class Term, class Finish>
certain<typename Finish::result> reduce_fast(machine const& machine, environment_guard& environment, Term term,
                                             std::size_t n, Finish finish) {
  using T = typename Finish::result;
  if constexpr (only_rounds<Finish> && has_plain<Term, T>) {
    if (n > block_size)  // one block was tried already
      return round_plainly<T>(machine, environment, term, n);
    return uncertain;
  } else if constexpr (has_sum<Term>) {
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
    auto const result = finish.within(pass.quickly_in_two());
    if (result || pass.has_one_extractor()) return result;
    return finish_within(pass.enclosed(), finish);
  }
  return uncertain;
}

/// A function of a short sum that has a kernel of its own.
template <class Term, class T>
  requires std::same_as<T, decltype(std::declval<Term>().rounded(std::declval<table const&>(), 1).value)>
      ISOBIT_INLINE rounded_sum<T> finish_short(table const& kernels, Term term, std::size_t n, rounded_to<T>) {
    return term.rounded(kernels, n);
  }
ISOBIT_INLINE auto finish_short(table const& kernels, f64_values term, std::size_t n, mean_of<double>) {
  return kernels.short_mean_f64(term.x, n);
}
ISOBIT_INLINE auto finish_short(table const& kernels, f64_products term, std::size_t n, root_of<double>) {
  return kernels.short_root_f64(term.x, term.y, n);
}
ISOBIT_INLINE auto finish_short(table const& kernels, f64_values term, std::size_t n, variance_of finish) {
  return kernels.short_variance_f64(term.x, n, finish.removed);
}
template <class Term, class Finish>
concept has_short = requires(Term term, table const& k, Finish finish) {
  finish_short(k, term, std::size_t{}, finish);
};

/// The same, but nothing in an environment that its kernel cannot ignore. Written without lambdas: what they capture
/// goes through memory, and that takes longer than the sum.
template <class Term, class Finish>
ISOBIT_INLINE certain<typename Finish::result> finish_short_here(table const& kernels, Term term, std::size_t n,
                                                                 Finish finish) {
  if (kernels.silent) {  // whatever the environment
    auto const sum = finish_short(kernels, term, n, finish);
    return {sum.value, sum.certain};
  }
  caller_environment const caller;
  if (!caller.is_standard()) return uncertain;
  auto const sum = finish_short(kernels, term, n, finish);
  caller.restore_flags();
  return {sum.value, sum.certain};
}

template <class Term>
concept has_enclosure = requires(Term term, table const& k) {
  term.enclosed(k, std::size_t{});
};

/// A power of two that every number of this or a larger magnitude is a multiple of.
inline double unit_above(std::uint64_t magnitude) noexcept {
  auto const biased = static_cast<int>(magnitude >> format<double>::stored_bits);
  return power_of_two<double>(std::max(biased, 1) - 1075);
}

/// Of one block, but nothing in an environment that is not the standard one.
template <class Term, class Finish>
ISOBIT_INLINE certain<typename Finish::result> finish_block(table const& kernels, Term term, std::size_t n,
                                                            Finish finish) {
  return if_standard(
      [&] {
        auto block = term.enclosed(kernels, n);
        auto result = finish.within(block.sum);
        if constexpr (requires { term.smallest(kernels, n); })
          if (!result && unit_above(term.smallest(kernels, n)) >= block.exact_unit) {
            block.sum.radius = 0;
            result = finish.within(block.sum);
          }
        pin(result.value);
        pin(result.holds);
        return result;
      },
      certain<typename Finish::result>(uncertain));
}

/// finish(the exact sum of the term's n addends), on the calling thread.
template <class Term, class Finish>
[[gnu::noinline]] typename Finish::result reduce_long_serially(machine const& machine, Term term, std::size_t n,
                                                               Finish finish) {
  using T = typename Finish::result;
  return certify::tiers(
      [&]() -> certain<T> {
        if constexpr (only_rounds<Finish> && has_few<Term>)
          if (n < smallest_block) return round_few<T>(*machine.kernels, term, n);
        return uncertain;
      },
      [&]() -> certain<T> {
        if constexpr (has_enclosure<Term> && !has_short<Term, Finish>)
          if (n >= shortest_enclosed && n <= block_size) return finish_block(*machine.kernels, term, n, finish);
        return uncertain;
      },
      [&]() -> certain<T> {
        if constexpr (only_rounds<Finish> && has_sum<Term>)
          if (n >= (has_plain<Term, T> ? most_in_one + 1 : smallest_block) && n <= block_size)
            return round_one_block<T>(machine, term, n);
        return uncertain;
      },
      [&]() -> certain<T> {
        if (n < smallest_block) return uncertain;
        return in_standard_environment(
            [&](environment_guard& environment) { return reduce_fast(machine, environment, term, n, finish); });
      },
      [&] {
        state_of<Term> state;
        if constexpr (only_rounds<Finish> && has_plain<Term, T>)
          in_standard_environment([&](environment_guard&) { extract_all(*machine.kernels, term, n, state); });
        else if constexpr (only_rounds<Finish> && has_sum<Term>)
          add_in_standard_environment(machine, term, n, state, n <= block_size);  // a block was tried above
        else
          add_in_standard_environment(machine, term, n, state);
        return finish(state);
      });
}

/// The same, of any length.
template <class Term, class Finish>
ISOBIT_INLINE typename Finish::result reduce_serially(machine const& machine, Term term, std::size_t n, Finish finish) {
  auto const& kernels = *machine.short_kernels;
  if constexpr (has_short<Term, Finish>)
    if (n - 1 < machine.most_short)
      if (auto const result = finish_short_here(kernels, term, n, finish)) return *result;
  using T = typename Finish::result;
  if constexpr (only_rounds<Finish> && has_plain<Term, T>)
    if (n >= smallest_block && n <= most_in_one)
      if (auto const result = round_in_one<T>(machine, term, n)) return *result;
  return reduce_long_serially(machine, term, n, finish);
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
  auto const& machine = machine_for<Term>();
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

/// finish(the exact sum of the term's n addends), on the driver's threads: each part encloses its own, the enclosures
/// merge, and where their sum leaves the rounding open everything is added exactly.
template <class Term, class Finish>
[[gnu::noinline]] typename Finish::result reduce_long(driver_ref const& driver, Term term, std::size_t n,
                                                      Finish finish) {
  auto const& machine = machine_for<Term>();
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

/// finish(the exact sum of the term's n addends). Short ones come first: every instruction counts there.
template <class Term, class Finish>
ISOBIT_INLINE typename Finish::result reduce(driver_ref const& driver, Term term, std::size_t n, Finish finish) {
  auto const& machine = machine_for<Term>();
  return n <= block_size ? reduce_serially(machine, term, n, finish) : reduce_long(driver, term, n, finish);
}

}  // namespace summation
ISOBIT_NAMESPACE_END
