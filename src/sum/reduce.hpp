#pragma once

#include <vector>

#include <isobit/driver/parts.hpp>

#include "certify/tiers.hpp"
#include "sum/round.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation {

using detail::for_each_part;

/// What becomes of an exact sum at the end: monotone functions of its value, rounded once.
template <class T> struct rounded_to {
  using result = T;
  template <class State> T operator()(State const& state) const { return state.template round<T>(); }
};
template <class T> struct mean_of {
  using result = T;
  std::size_t count;
  template <class State> T operator()(State const& state) const { return state.template mean<T>(count); }
};
template <class T> struct root_of {
  using result = T;
  template <class State> T operator()(State const& state) const { return state.template square_root<T>(); }
};

/// finish(x) for every x in the enclosure, if they all agree.
template <class Finish> certain<typename Finish::result> finish_within(enclosed_sum const& sum, Finish finish) {
  if (sum.radius == 0) return finish(sum.state);
  exact lower = sum.state, upper = sum.state;
  lower.subtract(sum.radius);
  upper.add(sum.radius);
  return certify::if_equal(finish(lower), finish(upper));
}

template <class Finish> inline constexpr bool only_rounds = false;
template <class T> inline constexpr bool only_rounds<rounded_to<T>> = true;

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
    if (only_rounds<Finish> && n <= block_size) {
      // One block was tried already.
    } else if (only_rounds<Finish> && n <= few_blocks) {
      if (auto const result = round_few_blocks<T>(machine, environment, term, n)) return result;
    } else {
      exact state;
      if (add_mostly_by_flags(machine, environment, term, n, state)) return finish(state);
    }
  }
  if constexpr (has_leading<Term>) {
    leading_pass<Term> pass(machine);
    if (!pass.add(term, n)) return uncertain;
    if constexpr (std::same_as<Finish, rounded_to<double>>)
      if (pass.has_one_extractor()) return pass.rounded();
    return finish_within(pass.enclosed(), finish);
  }
  return uncertain;
}

/// A short sum, but nothing in an environment that its kernel cannot ignore.
template <class Term> ISOBIT_INLINE auto round_short(table const& kernels, Term term, std::size_t n) {
  using result = certain<decltype(term.rounded(kernels, n).value)>;
  auto const round = [&] {
    auto const sum = term.rounded(kernels, n);
    return result{sum.value, sum.certain};
  };
  if (kernels.silent) return flushes_to_zero() ? result(uncertain) : round();
  return if_standard(round, result(uncertain));
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

/// The sum of one block, but nothing in an environment that is not the standard one.
template <class Term> ISOBIT_INLINE certain<double> round_block(table const& kernels, Term term, std::size_t n) {
  return if_standard(
      [&] {
        auto block = term.enclosed(kernels, n);
        auto result = round_within<double>(block.sum);
        if constexpr (requires { term.smallest(kernels, n); })
          if (!result && unit_above(term.smallest(kernels, n)) >= block.exact_unit) {
            block.sum.radius = 0;
            result = round_within<double>(block.sum);
          }
        pin(result.value);
        pin(result.holds);
        return result;
      },
      certain<double>(uncertain));
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
        if constexpr (std::same_as<Finish, rounded_to<double>> && has_enclosure<Term>)
          if (n > most_short && n <= block_size) return round_block(*machine.kernels, term, n);
        return uncertain;
      },
      [&]() -> certain<T> {
        if constexpr (only_rounds<Finish> && has_sum<Term>)
          if (n >= smallest_block && n <= block_size) return round_one_block<T>(machine, term, n);
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

/// The same, of any length.
template <class Term, class Finish>
ISOBIT_INLINE typename Finish::result reduce_serially(machine const& machine, Term term, std::size_t n, Finish finish) {
  auto const& kernels = *machine.short_kernels;
  if constexpr (std::same_as<Finish, rounded_to<decltype(term.rounded(kernels, n).value)>>)
    if (n - 1 < term.most_short(kernels))
      if (auto const result = round_short(kernels, term, n)) return *result;
  return reduce_long_serially(machine, term, n, finish);
}

/// The same state as adding everything on one thread.
template <class Term>
state_of<Term> accumulate_in_parts(machine const& machine, driver_ref const& driver, Term term, std::size_t n) {
  return detail::merge_parts(state_of<Term>(), driver, n, [&](state_of<Term>& state, auto first, auto count) {
    add_in_standard_environment(machine, term.at(first), count, state);
  });
}

/// finish(the exact sum of the term's n addends), on the driver's threads: each part encloses its own, the enclosures
/// merge, and where their sum leaves the rounding open everything is added exactly.
template <class Term, class Finish>
[[gnu::noinline]] typename Finish::result reduce_long(driver_ref const& driver, Term term, std::size_t n,
                                                      Finish finish) {
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

/// finish(the exact sum of the term's n addends). Short ones come first: every instruction counts there.
template <class Term, class Finish>
ISOBIT_INLINE typename Finish::result reduce(driver_ref const& driver, Term term, std::size_t n, Finish finish) {
  auto const& machine = this_machine();
  return n <= term.most_short(*machine.short_kernels) ? reduce_serially(machine, term, n, finish)
                                                      : reduce_long(driver, term, n, finish);
}

}  // namespace summation
ISOBIT_NAMESPACE_END
