#include "sum.hpp"

#include <algorithm>
#include <optional>

#include <isobit/arithmetic/bits.hpp>
#include <isobit/driver/serial.hpp>
#include <isobit/instruction_set.hpp>
#include <isobit/method/reduce.hpp>
#include <isobit/mpi/merge.hpp>
#include <isobit/mpi/tree_reduce.hpp>

#include "command/common.hpp"
#include "common/hash.hpp"
#include "input/reduction.hpp"
#include "method/accumulators.hpp"
#include "method/column_states.hpp"
#include "method/stored_input.hpp"
#include "method/sum_by.hpp"
#include "shared_files.hpp"

namespace isobit::tool {
namespace {

method method_of(request const& wanted) { return wanted.method.value_or(method{}); }

bool is_possible(method which) {
  return satisfies(promise_of(which), guarantee::order_free) || which.kind == method_kind::tree;
}

bool check(request const& wanted) {
  if (wants_table(wanted))
    throw failure(exit_code::usage, "--mpi: one column at a time, and no --by; isobit without --mpi does both");
  static_cast<void>(active_instruction_set());  // refuses one that this machine lacks
  require_files(wanted.input.files);
  if (!is_possible(method_of(wanted)))
    throw failure(exit_code::usage, "--mpi: the bits of --method " + name_of(method_of(wanted)) +
                                        " depend on who adds which numbers; possible: exact, binned, single-sweep, "
                                        "double-sweep, tree");
  return true;
}

/// The inputs as one rank of a job reads them.
class sum_job {
public:
  sum_job(ranks const& job, request const& wanted)
      : job_(job), wanted_(wanted), watcher_(0, false),
        source_(wanted.input.files, single_column(wanted), wanted.input, watcher_, job.part()) {}

  report exact_sum() {
    auto const total = job_.together([&] { return reduce_input<column_states<exact>>(source_, threads()); });
    report result = report_of(total.rows, total.skipped, sizeof(exact));
    bool const single = wants_single(wanted_, source_.facts());
    for (std::size_t c = 0; c < columns(); ++c) {
      auto const all = mpi::merge(total.state.columns[c], job_.communicator());
      result.values.push_back(rounded(single, [&]<class T>(T) { return all.template round<T>(); }));
    }
    return result;
  }

  report binned_sum() {
    block const* const first = job_.together([&] { return source_.peek(); });
    bool const single =
        first == nullptr ? is_single(std::nullopt, false) : is_single(first->ordinal, first->maker->is_single());
    return single ? sum_of_bins<float>() : sum_of_bins<double>();
  }

  report swept_sum() {
    auto stored = job_.together([&] { return stored_input(source_, threads()); });
    return is_single(stored.first_ordinal(), stored.starts_single().value_or(false)) ? sum_of_sweep<float>(stored)
                                                                                     : sum_of_sweep<double>(stored);
  }

  report tree_sum() {
    auto stored = job_.together([&] {
      stored_input input(source_, threads());
      if (source_.has_adjacent_shares()) return input;
      throw failure(exit_code::usage,
                    "--mpi: --method tree needs to know where in the sequence each rank's numbers are: "
                    "one .npy or raw file, not compressed");
    });
    return is_single(stored.first_ordinal(), stored.starts_single().value_or(false)) ? sum_of_tree<float>(stored)
                                                                                     : sum_of_tree<double>(stored);
  }

private:
  /// Ranks usually have a core each.
  [[nodiscard]] std::size_t threads() const { return std::max<std::size_t>(wanted_.input.threads, 1); }
  [[nodiscard]] std::size_t columns() const { return source_.facts().is_complex ? 2 : 1; }

  /// The type that a method adds in: what the user says, else that of the first block on any rank.
  bool is_single(std::optional<std::uint64_t> ordinal, bool block_is_single) {
    std::uint64_t const first = job_.least(ordinal ? 2 * *ordinal + (block_is_single ? 1 : 0) : nothing);
    return wanted_.output.single.value_or(first == nothing ? source_.facts().holds_floats() : first % 2 == 1);
  }

  /// Everything but the values. Once all is read, and before anything is merged: ranks that read different files would
  /// merge different states.
  report report_of(std::uint64_t rows, left_out skipped, std::size_t state_bytes) {
    auto const& facts = source_.facts();
    common::fnv1a seen;
    seen.add(std::uint64_t{facts.all_single} + 2 * std::uint64_t{facts.is_complex});
    require_same_files(job_, wanted_.input.files, seen);
    report result{"sum", {}, job_.sum(rows), {job_.sum(skipped.bad), job_.sum(skipped.missing)}};
    if (wanted_.method) result.how = facts_of(*wanted_.method, state_bytes);
    return result;
  }

  template <class T> report sum_of_bins() {
    return with_bins<T>(method_of(wanted_), [&]<class A>(std::type_identity<A>) {
      auto const total = job_.together([&] { return reduce_input<column_states<A>>(source_, threads()); });
      report result = report_of(total.rows, total.skipped, sizeof(A));
      for (std::size_t c = 0; c < columns(); ++c)
        add_value(result, mpi::merge(total.state.columns[c], job_.communicator()).round());
      return result;
    });
  }

  template <class T> report sum_of_sweep(stored_input& stored) {
    return with_sweep<T>(method_of(wanted_), [&]<class A>(std::type_identity<A>) {
      report result = report_of(stored.rows(), stored.skipped(), sizeof(A));
      for (std::size_t c = 0; c < columns(); ++c) {
        auto const values = job_.together([&] { return stored.take<T>(c); });
        add_value(result, mpi::merge(sweep_of<A>(values, result.count), job_.communicator()).round());
      }
      return result;
    });
  }

  template <class T> report sum_of_tree(stored_input& stored) {
    report result = report_of(stored.rows(), stored.skipped(), 0);
    if (result.how) result.how->state_bytes = state_bytes<T>(method_of(wanted_), result.count);
    for (std::size_t c = 0; c < columns(); ++c) {
      auto const values = job_.together([&] { return stored.take<T>(c); });
      add_value(result, mpi::tree_sum(values, job_.communicator()));
    }
    return result;
  }

  /// The state of this rank's values, out of so many on all ranks.
  template <class A> A sweep_of(std::vector<typename A::value_type> const& values, std::uint64_t count) {
    using T = typename A::value_type;
    T largest = 0;
    if constexpr (two_pass_accumulator<A>) {
      T const mine = isobit::detail::largest_magnitude<T>(serial(), isobit::detail::input_of(values));
      largest = from_bits<T>(static_cast<decltype(bits_of(mine))>(job_.largest(bits_of(mine))));
    }
    return job_.together([&] {
      return with_refusal(method_of(wanted_), [&] {
        A state = [&] {
          if constexpr (two_pass_accumulator<A>)
            return A(count, largest);
          else
            return A(count);
        }();
        state.add(values);
        return state;
      });
    });
  }

  template <class T> static void add_value(report& result, T value) {
    result.values.push_back({static_cast<double>(value), std::same_as<T, float>});
  }

  ranks const& job_;
  request const& wanted_;
  progress watcher_;
  file_sequence source_;
};

}  // namespace

void sum_over(ranks const& job, request const& wanted) {
  job.together([&] { return check(wanted); });
  sum_job inputs(job, wanted);
  auto const kind = method_of(wanted).kind;
  report const result = kind == method_kind::exact    ? inputs.exact_sum()
                        : kind == method_kind::binned ? inputs.binned_sum()
                        : kind == method_kind::tree   ? inputs.tree_sum()
                                                      : inputs.swept_sum();
  job.together([&] {
    if (job.is_first()) print(result, wanted.input.files, wanted.output);
    return true;
  });
}

}  // namespace isobit::tool
