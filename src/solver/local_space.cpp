#include <isobit/solver/local_space.hpp>

#include <numeric>
#include <string>

#include <isobit/sum/dot.hpp>

#include "solver/check.hpp"

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
  for (std::size_t k = 0; k < of.size(); ++k) results[k] = isobit::dot(of[k].x, of[k].y, on());
}

template <class T>
std::unique_ptr<space<T>> local_space<T>::of_rows(std::span<std::int64_t const> owned, std::span<std::int64_t const>,
                                                  std::int64_t all_rows) const {
  return std::unique_ptr<space<T>>(new local_space(owned, all_rows, on_));
}

template class local_space<double>;
template class local_space<float>;

}  // namespace solver
ISOBIT_NAMESPACE_END
