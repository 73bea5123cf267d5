#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <isobit/driver/threads.hpp>
#include <isobit/error.hpp>
#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN

/// Solutions of sparse linear systems by iteration. BITS.md#solvers
namespace solver {

using linalg::index;

/// Two vectors whose dot product is wanted.
template <class T> struct factors { std::span<T const> x, y; };

/// Writes those numbers of vectors that stand from `first` on, `count` of them.
using block_writer = std::function<void(std::size_t first, std::size_t count)>;

/// Where the vectors of a system lie: all of them here, or on every rank a part. A rank owns some rows of the system,
/// and its vectors have a number for each; where a matrix reads one, the numbers of the rows of other ranks that it
/// needs, the ghosts, stand behind them. What a solver asks of several ranks it asks of this, so that it is written
/// once.
template <class T> class space {
public:
  virtual ~space() = default;

  [[nodiscard]] virtual index owned() const noexcept = 0;
  [[nodiscard]] virtual index ghosts() const noexcept = 0;
  /// Which row of the whole system each place is, those owned first, then the ghosts.
  [[nodiscard]] virtual std::span<std::int64_t const> rows() const noexcept = 0;
  /// How many rows the whole system has.
  [[nodiscard]] virtual std::int64_t all_rows() const noexcept = 0;

  /// Fetches the ghosts of a vector of owned() + ghosts() numbers from their owners. A call of all ranks, as are the
  /// following; but a rank that owns all rows may leave this one out.
  virtual void update(std::span<T> x) const = 0;
  /// The same for several numbers a row: those of place i stand from offsets[i] up to offsets[i + 1].
  virtual void update(std::span<index const> offsets, std::span<T> x) const = 0;
  /// Every dot product of vectors of owned() numbers, exactly, rounded once: all of them in one reduction. Of complex
  /// numbers those of x are conjugated.
  virtual void dots(std::span<factors<T> const> of, std::span<T> results) const = 0;
  /// Their real parts, of vectors that `write`, if it is not empty, writes only now: every number once, in blocks of
  /// any size and on any thread, so that they can be added up while they are in the cache.
  virtual void real_dots(block_writer const& write, std::span<factors<T> const> of,
                         std::span<linalg::real_of<T>> results) const {
    if (write) write(0, static_cast<std::size_t>(owned()));
    std::vector<T> all(of.size());
    dots(of, all);
    for (std::size_t k = 0; k < all.size(); ++k)
      if constexpr (linalg::is_complex<T>)
        results[k] = all[k].real();
      else
        results[k] = all[k];
  }
  /// The largest that a rank has.
  [[nodiscard]] virtual std::int64_t largest(std::int64_t mine) const = 0;
  /// Other rows on the same ranks: those that this one owns, and the ghosts that it reads. The rows of a space may be
  /// any numbers below `all_rows`, each owned by one rank. Only multigrid asks for it.
  [[nodiscard]] virtual std::unique_ptr<space>
  of_rows(std::span<std::int64_t const> owned, std::span<std::int64_t const> ghosts, std::int64_t all_rows) const;

  /// Where the work on this rank's numbers runs. It cannot show.
  [[nodiscard]] virtual driver_ref on() const noexcept { return {}; }
};

template <class T>
std::unique_ptr<space<T>> space<T>::of_rows(std::span<std::int64_t const>, std::span<std::int64_t const>,
                                            std::int64_t) const {
  throw error(status::unsupported, "isobit::solver: multigrid needs a space that implements of_rows");
}

/// A matrix or a preconditioner, as far as an iteration needs it: y = map*x, for vectors of owned() numbers.
template <class T> class linear_map {
public:
  virtual ~linear_map() = default;
  virtual void apply(std::span<T const> x, std::span<T> y) const = 0;
};

}  // namespace solver

ISOBIT_NAMESPACE_END
