#include <isobit/mpi/halo.hpp>

#include <algorithm>
#include <string>

#include <isobit/mpi/tree_value.hpp>

#include "mpi/parcels.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::sparse {

namespace {

using mpi::detail::check;
using mpi::detail::communicator;
using mpi::detail::exchange;
using mpi::detail::parcels;
using mpi::detail::parcels_for;
using mpi::detail::problem_of;

constexpr char const* name = "sparse::halo";
constexpr int tag = 0;

}  // namespace

halo::halo(row_distribution const& rows, std::span<std::int64_t const> ghosts, MPI_Comm comm,
           std::exception_ptr const& earlier)
    : comm_(comm), all_rows_(rows.rows()) {
  communicator const ranks(comm, name);
  std::vector<source> sources;
  auto problem = earlier;
  if (!problem)
    problem = problem_of([&] {
      if (rows.ranks() != ranks.size())
        throw error(status::invalid_argument, "isobit::mpi::sparse: rows on " + std::to_string(rows.ranks()) +
                                                  " ranks, and the communicator has " + std::to_string(ranks.size()));
      owned_ = rows.count(ranks.rank());
      for (index i = 0; i < owned_; ++i) rows_.push_back(rows.global(i, ranks.rank()));
      for (std::int64_t const row : ghosts) {
        if (row < 0 || row >= all_rows_)
          throw error(status::invalid_argument, "isobit::mpi::sparse: there is no row " + std::to_string(row));
        rows_.push_back(row);
        sources.push_back({rows.owner(row), rows.local(row)});
      }
    });
  plan(sources, problem);
}

halo::halo(std::span<std::int64_t const> owned, std::span<std::int64_t const> ghosts, std::int64_t all_rows,
           MPI_Comm comm)
    : comm_(comm), owned_(static_cast<index>(owned.size())), all_rows_(all_rows) {
  communicator const ranks(comm, name);
  // A rank knows of a block of rows who owns them: it is told, and asked.
  struct entry {
    std::int64_t row, place;
  };
  row_distribution directory;
  parcels<entry> told;
  parcels<std::int64_t> asked;
  std::vector<std::size_t> order;
  auto problem = problem_of([&] {
    rows_.assign(owned.begin(), owned.end());
    rows_.insert(rows_.end(), ghosts.begin(), ghosts.end());
    for (std::int64_t const row : rows_)
      if (row < 0 || row >= all_rows)
        throw error(status::invalid_argument, "isobit::mpi::sparse: there is no row " + std::to_string(row));
    directory = row_distribution::even(all_rows, ranks.size());
    auto const where = [&](std::size_t k) { return directory.owner(ghosts[k]); };
    told = parcels_for<entry>(
        ranks.size(), owned.size(), [&](std::size_t k) { return directory.owner(owned[k]); },
        [&](std::size_t k) {
          return entry{owned[k], static_cast<std::int64_t>(k)};
        });
    asked = parcels_for<std::int64_t>(ranks.size(), ghosts.size(), where, [&](std::size_t k) { return ghosts[k]; });
    order = parcels_for<std::size_t>(ranks.size(), ghosts.size(), where, [](std::size_t k) { return k; }).items;
  });
  auto const entries =
      exchange(ranks, name, told, problem, {{"number of all rows", static_cast<std::uint64_t>(all_rows)}});
  auto const questions = exchange(ranks, name, asked, nullptr);
  parcels<source> replies;
  problem = problem_of([&] {
    std::vector<source> known(static_cast<std::size_t>(directory.count(ranks.rank())), source{-1, 0});
    std::size_t k = 0;
    for (std::size_t rank = 0; rank < entries.counts.size(); ++rank)
      for (int n = 0; n < entries.counts[rank]; ++n, ++k)
        known[static_cast<std::size_t>(directory.local(entries.items[k].row))] = {static_cast<int>(rank),
                                                                                  entries.items[k].place};
    replies.counts = questions.counts;
    for (std::int64_t const row : questions.items) {
      replies.items.push_back(known[static_cast<std::size_t>(directory.local(row))]);
      if (replies.items.back().rank < 0)
        throw error(status::invalid_argument, "isobit::mpi::sparse: no rank owns row " + std::to_string(row));
    }
  });
  auto const answers = exchange(ranks, name, replies, problem);
  std::vector<source> sources;
  problem = problem_of([&] {
    sources.resize(ghosts.size());
    for (std::size_t k = 0; k < order.size(); ++k) sources[order[k]] = answers.items[k];
  });
  plan(sources, problem);
}

void halo::plan(std::vector<source> const& of_ghosts, std::exception_ptr problem) {
  communicator const ranks(comm_, name);
  parcels<std::int64_t> wanted;
  auto const by_owner = [&](std::size_t k) { return of_ghosts[k].rank; };
  auto const partners = [](std::vector<int> const& counts) {
    std::vector<partner> result;
    std::size_t first = 0;
    for (std::size_t rank = 0; rank < counts.size(); first += static_cast<std::size_t>(counts[rank++]))
      if (counts[rank] != 0) result.push_back({static_cast<int>(rank), first, static_cast<std::size_t>(counts[rank])});
    return result;
  };
  if (!problem)
    problem = problem_of([&] {
      wanted = parcels_for<std::int64_t>(ranks.size(), of_ghosts.size(), by_owner,
                                         [&](std::size_t k) { return of_ghosts[k].place; });
      received_ = parcels_for<index>(ranks.size(), of_ghosts.size(), by_owner, [&](std::size_t k) {
                    return owned_ + static_cast<index>(k);
                  }).items;
      senders_ = partners(wanted.counts);
    });
  auto const asked = exchange(ranks, name, wanted, problem);
  problem = problem_of([&] {
    if (!std::ranges::all_of(asked.items, [&](std::int64_t place) { return place >= 0 && place < owned_; }))
      throw error(status::invalid_argument, "isobit::mpi::sparse: the ranks differ in the distribution of rows");
    sent_.assign(asked.items.begin(), asked.items.end());
    receivers_ = partners(asked.counts);
  });
  mpi::detail::agree(ranks, name, problem, {});
  messages_.share(comm_);
}

template <class T> void halo::update(std::span<T> x) const {
  halo_exchange<T>(*this, x.first(static_cast<std::size_t>(owned_))).finish(x);
}
template <class T> void halo::update(std::span<index const> offsets, std::span<T> x) const {
  halo_exchange<T>(*this, offsets, x).finish(offsets, x);
}

template <class T>
halo_exchange<T>::halo_exchange(halo const& plan, std::span<T const> owned, std::size_t longest) : plan_(&plan) {
  outgoing_.reserve(plan.sent_.size());
  for (index const place : plan.sent_) outgoing_.push_back(owned[static_cast<std::size_t>(place)]);
  start([](index) { return std::size_t{1}; }, longest);
}

template <class T>
halo_exchange<T>::halo_exchange(halo const& plan, std::span<index const> offsets, std::span<T const> owned,
                                std::size_t longest)
    : plan_(&plan) {
  for (index const place : plan.sent_)
    outgoing_.insert(outgoing_.end(), owned.begin() + offsets[static_cast<std::size_t>(place)],
                     owned.begin() + offsets[static_cast<std::size_t>(place) + 1]);
  start(
      [&](index place) {
        return static_cast<std::size_t>(offsets[static_cast<std::size_t>(place) + 1] -
                                        offsets[static_cast<std::size_t>(place)]);
      },
      longest);
}

/// Sends and expects count(place) numbers for every place, `longest` a message at most.
template <class T> template <class Count> void halo_exchange<T>::start(Count count, std::size_t longest) {
  auto const format = mpi::detail::wire_format_of<T>();
  auto const numbers_of = [&](halo::partner const& one, std::vector<index> const& places) {
    std::size_t numbers = 0;
    for (std::size_t k = one.first; k < one.first + one.count; ++k) numbers += count(places[k]);
    return numbers;
  };
  std::size_t const most = std::clamp(longest, std::size_t{1}, longest_message);
  // body(rank, first number, items) for each message; returns how many numbers they have. Both ends cut alike, and
  // messages between two ranks arrive in order.
  auto const for_messages = [&](std::vector<halo::partner> const& partners, std::vector<index> const& places,
                                auto body) {
    std::size_t first = 0;
    for (auto const& one : partners)
      for (std::size_t left = numbers_of(one, places); left != 0;) {
        std::size_t const numbers = std::min(left, most);
        body(one.rank, first, static_cast<int>(numbers) * format.items);
        first += numbers, left -= numbers;
      }
    return first;
  };
  std::size_t messages = 0;
  auto const count_message = [&](int, std::size_t, int) { ++messages; };
  for_messages(plan_->receivers_, plan_->sent_, count_message);
  incoming_.resize(for_messages(plan_->senders_, plan_->received_, count_message));
  requests_.reserve(messages);
  MPI_Comm const comm = plan_->messages_.get();
  for_messages(plan_->senders_, plan_->received_, [&](int rank, std::size_t first, int items) {
    check(MPI_Irecv(incoming_.data() + first, items, format.type, rank, tag, comm,
                    &requests_.emplace_back(MPI_REQUEST_NULL)),
          "MPI_Irecv");
  });
  for_messages(plan_->receivers_, plan_->sent_, [&](int rank, std::size_t first, int items) {
    check(MPI_Isend(outgoing_.data() + first, items, format.type, rank, tag, comm,
                    &requests_.emplace_back(MPI_REQUEST_NULL)),
          "MPI_Isend");
  });
}

template <class T> int halo_exchange<T>::wait() noexcept {
  int const code = MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
  requests_.clear();
  return code;
}
template <class T> halo_exchange<T>::~halo_exchange() {
  if (!requests_.empty()) wait();
}

template <class T> void halo_exchange<T>::progress() {
  int done = 0;
  check(MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done, MPI_STATUSES_IGNORE), "MPI_Testall");
}

template <class T> void halo_exchange<T>::finish(std::span<T> x) {
  check(wait(), "MPI_Waitall");
  for (std::size_t k = 0; k < incoming_.size(); ++k) x[static_cast<std::size_t>(plan_->received_[k])] = incoming_[k];
}

template <class T> void halo_exchange<T>::finish(std::span<index const> offsets, std::span<T> x) {
  check(wait(), "MPI_Waitall");
  auto next = incoming_.begin();
  for (index const place : plan_->received_)
    for (index k = offsets[static_cast<std::size_t>(place)]; k < offsets[static_cast<std::size_t>(place) + 1]; ++k)
      x[static_cast<std::size_t>(k)] = *next++;
}

#define ISOBIT_INSTANTIATE(T)                     \
  template class halo_exchange<T>;                \
  template void halo::update(std::span<T>) const; \
  template void halo::update(std::span<index const>, std::span<T>) const;
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(std::complex<float>)
ISOBIT_INSTANTIATE(std::complex<double>)

}  // namespace mpi::sparse
ISOBIT_NAMESPACE_END
