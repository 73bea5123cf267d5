#pragma once

#include <cstdint>
#include <exception>
#include <span>
#include <vector>

#include <isobit/mpi/row_distribution.hpp>
#include <isobit/mpi/tree_network.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi::sparse {

/// What a rank reads of vectors that others have: who sends which elements to whom, worked out once. A vector with its
/// ghosts has the elements that the rank owns first, then those of other ranks that it reads.
///
///     isobit::mpi::sparse::halo plan(where, rows_of_others, MPI_COMM_WORLD);
///     std::vector<double> x(static_cast<std::size_t>(plan.owned() + plan.ghosts()));
///     plan.update<double>(x);
class ISOBIT_API halo {
public:
  /// `rows` is the same on every rank; `ghosts` are rows of others, each once. Collective; throws `error` on every rank
  /// where one cannot do its part.
  halo(row_distribution const& rows, std::span<std::int64_t const> ghosts, MPI_Comm comm,
       std::exception_ptr const& problem = nullptr);
  /// For rows of any numbers below `all_rows`, the same on every rank, of which every rank knows its own only.
  halo(std::span<std::int64_t const> owned, std::span<std::int64_t const> ghosts, std::int64_t all_rows, MPI_Comm comm);

  [[nodiscard]] index owned() const noexcept { return owned_; }
  [[nodiscard]] index ghosts() const noexcept { return static_cast<index>(rows_.size()) - owned_; }
  /// Which row each element of a vector is, those owned first.
  [[nodiscard]] std::span<std::int64_t const> rows() const noexcept { return rows_; }
  [[nodiscard]] std::int64_t all_rows() const noexcept { return all_rows_; }
  [[nodiscard]] MPI_Comm comm() const noexcept { return comm_; }

  /// Fetches the ghosts of a vector. A call of all ranks, as is the next.
  template <class T> void update(std::span<T> x) const;
  /// The same for several numbers a row: those of element i stand from offsets[i] up to offsets[i + 1].
  template <class T> void update(std::span<index const> offsets, std::span<T> x) const;

private:
  template <class T> friend class halo_exchange;
  struct partner {
    int rank;
    std::size_t first, count;  // among the places
  };
  struct source {
    int rank;
    std::int64_t place;  // there
  };
  void plan(std::vector<source> const& of_ghosts, std::exception_ptr problem);

  MPI_Comm comm_;
  mpi::detail::private_communicator messages_;
  index owned_ = 0;
  std::int64_t all_rows_ = 0;
  std::vector<std::int64_t> rows_;
  std::vector<partner> receivers_, senders_;
  std::vector<index> sent_, received_;  // places in a vector, by partner
};

/// The same in two steps, with work in between.
template <class T> class ISOBIT_API halo_exchange {
public:
  /// What MPI can count, complex numbers as two, with room to spare.
  static constexpr std::size_t longest_message = std::size_t{1} << 28;

  /// Starts: sends what others read of the elements that this rank owns, `longest` numbers a message at most, the same
  /// on every rank.
  halo_exchange(halo const& plan, std::span<T const> owned, std::size_t longest = longest_message);
  /// With several numbers a row.
  halo_exchange(halo const& plan, std::span<index const> offsets, std::span<T const> owned,
                std::size_t longest = longest_message);
  halo_exchange(halo_exchange const&) = delete;
  halo_exchange& operator=(halo_exchange const&) = delete;
  /// Waits, so that no message is left behind.
  ~halo_exchange();

  /// Lets MPI see to the messages.
  void progress();
  /// Waits, and puts the ghosts into a vector that has room for them behind the elements owned.
  void finish(std::span<T> x);
  void finish(std::span<index const> offsets, std::span<T> x);

private:
  template <class Count> void start(Count count, std::size_t longest);
  int wait() noexcept;

  halo const* plan_;
  std::vector<T> outgoing_, incoming_;
  std::vector<MPI_Request> requests_;
};

}  // namespace mpi::sparse
ISOBIT_NAMESPACE_END
