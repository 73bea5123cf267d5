#include <isobit/solver/local_space.hpp>

#include <numeric>
#include <string>

#include <isobit/sum/norm.hpp>

#include "solver/check.hpp"
#include "solver/numbers.hpp"
#include "sum/written_dots.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

template <class T> local_space<T>::local_space(index rows, kept_driver on) : all_rows_(rows), on_(std::move(on)) {
  if (rows < 0) refuse("a space of " + std::to_string(rows) + " rows");
  rows_.resize(static_cast<std::size_t>(rows));
  std::iota(rows_.begin(), rows_.end(), std::int64_t{0});
}

template <class T>
local_space<T>::local_space(std::span<std::int64_t const> rows, std::int64_t all_rows, kept_driver on)
    : rows_(rows.begin(), rows.end()), all_rows_(all_rows), on_(std::move(on)) {}

template <class T> void local_space<T>::dots(std::span<factors<T> const> of, std::span<T> results) const {
  if constexpr (is_complex<T>) {
    for (std::size_t k = 0; k < of.size(); ++k) {
      auto const& [x, y] = of[k];
      if (x.data() == y.data())  // the imaginary parts would cancel exactly, which takes long
        results[k] = isobit::squared_norm(x, on());
      else
        results[k] = isobit::conjugated_dot(x, y, on());
    }
  } else {
    real_dots({}, of, results);
  }
}

template <class T>
void local_space<T>::real_dots(block_writer const& write, std::span<factors<T> const> of,
                               std::span<real_of<T>> results) const {
  std::vector<summation::dot_of<real_of<T>>> all;
  for (auto const& one : of) all.push_back({linalg::parts_at(one.x.data()), linalg::parts_at(one.y.data())});
  constexpr auto parts = static_cast<std::size_t>(linalg::parts_of<T>);
  summation::round_written_dots<real_of<T>>(on(), rows_.size(), parts, all, write, results);
}

template <class T>
std::unique_ptr<space<T>> local_space<T>::of_rows(std::span<std::int64_t const> owned, std::span<std::int64_t const>,
                                                  std::int64_t all_rows) const {
  return std::unique_ptr<space<T>>(new local_space(owned, all_rows, on_));
}

template class local_space<double>;
template class local_space<float>;
template class local_space<std::complex<double>>;
template class local_space<std::complex<float>>;

}  // namespace solver
ISOBIT_NAMESPACE_END
