#pragma once

#include <memory>
#include <vector>

#include <isobit/driver/kept_driver.hpp>
#include <isobit/solver/space.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace solver {

/// All rows in this process, on the threads of a driver.
///
///     isobit::solver::local_space<double> here(1000, isobit::threads(4));
template <class T> class ISOBIT_API local_space final : public space<T> {
public:
  /// Throws `error` for a negative number of rows.
  explicit local_space(index rows, kept_driver on = {});

  [[nodiscard]] index owned() const noexcept override { return static_cast<index>(rows_.size()); }
  [[nodiscard]] index ghosts() const noexcept override { return 0; }
  [[nodiscard]] std::span<std::int64_t const> rows() const noexcept override { return rows_; }
  [[nodiscard]] std::int64_t all_rows() const noexcept override { return all_rows_; }
  void update(std::span<T>) const override {}
  void update(std::span<index const>, std::span<T>) const override {}
  void dots(std::span<factors<T> const> of, std::span<T> results) const override;
  void real_dots(block_writer const& write, std::span<factors<T> const> of,
                 std::span<linalg::real_of<T>> results) const override;
  [[nodiscard]] std::int64_t largest(std::int64_t mine) const override { return mine; }
  [[nodiscard]] std::unique_ptr<space<T>> of_rows(std::span<std::int64_t const> owned,
                                                  std::span<std::int64_t const> ghosts,
                                                  std::int64_t all_rows) const override;
  [[nodiscard]] driver_ref on() const noexcept override { return on_.ref(); }

private:
  local_space(std::span<std::int64_t const> rows, std::int64_t all_rows, kept_driver on);

  std::vector<std::int64_t> rows_;
  std::int64_t all_rows_;
  kept_driver on_;
};

extern template class local_space<double>;
extern template class local_space<float>;
extern template class local_space<std::complex<double>>;
extern template class local_space<std::complex<float>>;

}  // namespace solver

ISOBIT_NAMESPACE_END
