#include <isobit/mpi/sparse_assemble.hpp>

#include <limits>
#include <string>

#include "mpi/parcels.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::sparse {

namespace {

using isobit::sparse::detail::wide_sum;
using mpi::detail::agree;
using mpi::detail::communicator;
using mpi::detail::exchange;
using mpi::detail::parcels;
using mpi::detail::parcels_for;
using mpi::detail::problem_of;

/// Throws `error` for contributions outside of a matrix and distributions for other ranks.
void require_places(communicator const& comm, row_distribution const& rows, std::int64_t columns,
                    std::span<std::int64_t const> i, std::span<std::int64_t const> j) {
  auto const refuse = [](std::string const& why) {
    throw error(status::invalid_argument, "isobit::mpi::sparse: " + why);
  };
  if (rows.ranks() != comm.size())
    refuse("rows on " + std::to_string(rows.ranks()) + " ranks, and the communicator has " +
           std::to_string(comm.size()));
  auto const require = [&](char const* name, std::span<std::int64_t const> numbers, std::int64_t end) {
    for (std::size_t k = 0; k < numbers.size(); ++k)
      if (numbers[k] < 0 || numbers[k] >= end)
        refuse("contribution " + std::to_string(k) + " is for " + name + " " + std::to_string(numbers[k]) +
               ", and there are " + std::to_string(end) + ", numbered from 0");
  };
  require("row", i, rows.rows());
  require("column", j, columns);
}

}  // namespace

namespace detail {

template <class T>
contribution_list<T> bring_home(row_distribution const& rows, std::int64_t columns, contributions<T> const& from,
                                MPI_Comm handle, std::exception_ptr const& earlier, char const* what) {
  communicator const comm(handle, what);
  struct message {
    std::int64_t row, column;
    T value;
  };
  contribution_list<T> home;
  parcels<message> numbers;
  parcels<wide_sum<T, std::int64_t>> wide;
  auto problem = earlier;
  if (!problem)
    problem = problem_of([&] {
      if (from.i.size() != from.values.size() || (!from.of_vector && from.j.size() != from.values.size()))
        throw error(status::invalid_argument, "isobit::mpi::sparse: contributions of " + std::to_string(from.i.size()) +
                                                  " rows, " + std::to_string(from.j.size()) + " columns and " +
                                                  std::to_string(from.values.size()) + " values");
      require_places(comm, rows, columns, from.i, from.j);
      int const rank = comm.rank();
      home.rows = rows.count(rank), home.columns = static_cast<index>(columns);
      home.limit = std::numeric_limits<std::size_t>::max();  // they are summed at once
      contribution_list<T> away;
      away.rows = static_cast<index>(rows.rows()), away.columns = home.columns;
      for (std::size_t k = 0; k < from.values.size(); ++k) {
        std::int64_t const row = from.i[k], column = from.of_vector ? 0 : from.j[k];
        if (rows.owner(row) == rank)
          home.add(rows.local(row), column, from.values[k]);
        else
          away.add(row, column, from.values[k]);
      }
      for (auto const& one : from.wide) (rows.owner(one.row) == rank ? home : away).wide.push_back(one);
      for (auto& one : home.wide) one.row = rows.local(one.row);
      isobit::sparse::detail::condense<T, std::int64_t>(away);
      numbers = parcels_for<message>(
          comm.size(), away.values.size(), [&](std::size_t k) { return rows.owner(away.i[k]); },
          [&](std::size_t k) {
            return message{rows.local(away.i[k]), away.j[k], away.values[k]};
          });
      wide = parcels_for<wide_sum<T, std::int64_t>>(
          comm.size(), away.wide.size(), [&](std::size_t k) { return rows.owner(away.wide[k].row); },
          [&](std::size_t k) {
            auto one = away.wide[k];
            one.row = rows.local(one.row);
            return one;
          });
    });
  bool const any_wide = agree(comm, what, problem, {{"distribution of rows", rows.hash()}}, wide.items.size()) != 0;
  auto const received = exchange(comm, what, numbers, nullptr);
  parcels<wide_sum<T, std::int64_t>> received_wide;
  if (any_wide) received_wide = exchange(comm, what, wide, nullptr);
  problem = problem_of([&] {
    for (auto const& one : received.items) home.add(one.row, one.column, one.value);
    home.wide.insert(home.wide.end(), received_wide.items.begin(), received_wide.items.end());
  });
  agree(comm, what, problem, {});
  return home;
}

template <class T>
distributed_matrix<T> assemble(driver_ref const& driver, row_distribution const& rows, row_distribution const& columns,
                               contributions<T> const& from, MPI_Comm comm, std::exception_ptr const& earlier) {
  auto home = bring_home(rows, columns.rows(), from, comm, earlier, "sparse::from_triplets");
  isobit::sparse::csr_matrix<T, std::int64_t> mine;
  auto const problem =
      problem_of([&] { mine = isobit::sparse::detail::sum_contributions<T, std::int64_t>(driver, home); });
  return {rows, columns, std::move(mine), comm, problem};
}

template <class T>
std::vector<T> assemble_vector(driver_ref const& driver, row_distribution const& rows, contributions<T> const& from,
                               MPI_Comm comm, std::exception_ptr const& earlier) {
  constexpr char const* what = "sparse::scatter_add";
  auto home = bring_home(rows, 1, from, comm, earlier, what);
  std::vector<T> sums;
  auto const problem = problem_of([&] {
    auto const column = isobit::sparse::detail::sum_contributions<T, std::int64_t>(driver, home);
    sums = isobit::sparse::detail::only_column(column);
  });
  agree(communicator(comm, what), what, problem, {});
  return sums;
}

#define ISOBIT_INSTANTIATE(T)                                                                                  \
  template distributed_matrix<T> assemble(driver_ref const&, row_distribution const&, row_distribution const&, \
                                          contributions<T> const&, MPI_Comm, std::exception_ptr const&);       \
  template std::vector<T> assemble_vector(driver_ref const&, row_distribution const&, contributions<T> const&, \
                                          MPI_Comm, std::exception_ptr const&);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(std::complex<float>)
ISOBIT_INSTANTIATE(std::complex<double>)
#undef ISOBIT_INSTANTIATE

}  // namespace detail

namespace {
constexpr char const* pattern_name = "sparse::coo_pattern";
}  // namespace

void coo_pattern::find_places(driver_ref const& driver, std::span<std::int64_t const> i,
                              std::span<std::int64_t const> j, std::exception_ptr problem) {
  communicator const comm(comm_, pattern_name);
  struct place {
    std::int64_t row, column;
  };
  parcels<place> away;
  std::vector<std::int64_t> home_i, home_j;
  if (!problem)
    problem = problem_of([&] {
      if (i.size() != j.size())
        throw error(status::invalid_argument, "isobit::mpi::sparse: contributions of " + std::to_string(i.size()) +
                                                  " rows and " + std::to_string(j.size()) + " columns");
      require_places(comm, rows_, columns_.rows(), i, j);
      std::vector<std::size_t> others;
      for (std::size_t k = 0; k < i.size(); ++k) (rows_.owner(i[k]) == comm.rank() ? kept_ : others).push_back(k);
      auto const owner = [&](std::size_t n) { return rows_.owner(i[others[n]]); };
      sent_ =
          parcels_for<std::size_t>(comm.size(), others.size(), owner, [&](std::size_t n) { return others[n]; }).items;
      away = parcels_for<place>(comm.size(), others.size(), owner, [&](std::size_t n) {
        return place{rows_.local(i[others[n]]), j[others[n]]};
      });
      sent_counts_ = away.counts;
      for (std::size_t const k : kept_) home_i.push_back(rows_.local(i[k])), home_j.push_back(j[k]);
    });
  agree(comm, pattern_name, problem, {{"distribution of rows", rows_.hash()}});
  auto const received = exchange(comm, pattern_name, away, nullptr);
  problem = problem_of([&] {
    for (place const& one : received.items) home_i.push_back(one.row), home_j.push_back(one.column);
    here_.emplace(rows_.count(comm.rank()), static_cast<index>(columns_.rows()), home_i, home_j, driver);
  });
  agree(comm, pattern_name, problem, {});
}

template <class T> std::vector<T> coo_pattern::bring_home(std::span<T const> values) const {
  communicator const comm(comm_, pattern_name);
  std::vector<T> home;
  parcels<T> away;
  auto const problem = problem_of([&] {
    if (values.size() != kept_.size() + sent_.size())
      throw error(status::invalid_argument, "isobit::mpi::sparse: " + std::to_string(values.size()) +
                                                " values for a pattern of " +
                                                std::to_string(kept_.size() + sent_.size()) + " contributions");
    // For what others send too: to fail after the exchange would leave them waiting.
    home.reserve(here_->contributions());
    for (std::size_t const k : kept_) home.push_back(values[k]);
    away.counts = sent_counts_;
    for (std::size_t const k : sent_) away.items.push_back(values[k]);
  });
  auto const received = exchange(comm, pattern_name, away, problem);
  home.insert(home.end(), received.items.begin(), received.items.end());
  return home;
}

template <scalar T>
distributed_matrix<T> coo_pattern::assemble(std::span<T const> values, driver_ref const& driver) const {
  auto const home = bring_home(values);
  isobit::sparse::csr_matrix<T, std::int64_t> mine;
  auto const problem = problem_of([&] { mine = here_->assemble<T>(home, driver); });
  return {rows_, columns_, std::move(mine), comm_, problem};
}

template <scalar T>
void coo_pattern::set_values(std::span<T const> values, distributed_matrix<T>& a, driver_ref const& driver) const {
  auto const home = bring_home(values);
  auto const problem = problem_of([&] { here_->set_values<T>(home, a.values(), driver); });
  agree(communicator(comm_, pattern_name), pattern_name, problem, {});
}

#define ISOBIT_INSTANTIATE(T)                                                                        \
  template distributed_matrix<T> coo_pattern::assemble(std::span<T const>, driver_ref const&) const; \
  template void coo_pattern::set_values(std::span<T const>, distributed_matrix<T>&, driver_ref const&) const;
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(std::complex<float>)
ISOBIT_INSTANTIATE(std::complex<double>)

}  // namespace mpi::sparse
ISOBIT_NAMESPACE_END
