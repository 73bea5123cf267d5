#include "solver/factor.hpp"
#include "solver/make.hpp"
#include "solver/remainder.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

/// r_ij = RN(a_ij - sum of l_ik*conj(l_jk) over k < j), where all three have a place; l_jj = RN(sqrt(r_jj)), of a
/// complex r_jj its real part, l_ij = RN(r_ij / l_jj).
template <class T> preconditioner<T> make_ic0(space<T> const& where, local_rows<T> const& a) {
  diagonal_of(where, a);  // refuses where there is none
  auto const numbers = where.rows();
  auto all = with_ghosts(where, a, [&](std::size_t place) { return numbers[place]; });
  require_symmetric_pattern(where, a, all, "ic0");

  factor_rows<T, remainder<T>>(where, a, all, [&](std::size_t i, remainder<T>& left) {
    auto const columns = all.columns_of(i);
    auto const values = all.values_of(i);
    for (std::size_t e = 0; e < columns.size() && columns[e] <= numbers[i]; ++e) {
      auto const j = static_cast<std::size_t>(places_of(a, i)[e]);
      auto const others = all.columns_of(j);
      auto const of_j = all.values_of(j);
      left.start(values[e]);
      for (std::size_t f = 0, g = 0; f < e && others[g] < columns[e];) {
        if (columns[f] == others[g]) left.subtract(values[f], linalg::conjugated(of_j[g]));
        bool const same = columns[f] == others[g], less = columns[f] < others[g];
        f += same || less ? 1 : 0;
        g += same || !less ? 1 : 0;
      }
      T const r = left.round();
      if (columns[e] == numbers[i])
        values[e] = std::sqrt(real_part(r));
      else
        values[e] = r / real_part(of_j[all.find(j, columns[e])]);
    }
  });
  auto lower = a;
  std::copy_n(all.values.begin(), lower.values.size(), lower.values.begin());
  auto upper = lower;
  std::vector<T> pivots(static_cast<std::size_t>(a.rows));
  first_problem problem;
  for (std::size_t i = 0; i < pivots.size(); ++i) {
    pivots[i] = all.values_of(i)[all.find(i, numbers[i])];
    auto const row = all.values_of(i);
    bool const finite =
        std::all_of(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(all.find(i, numbers[i])) + 1, is_finite<T>);
    if (!(real_part(pivots[i]) > 0 && finite)) problem.note(numbers[i]);
    for (auto k = static_cast<std::size_t>(a.offsets[i]); k < static_cast<std::size_t>(a.offsets[i + 1]); ++k)
      if (auto const j = static_cast<std::size_t>(a.indices[k]); numbers[j] > numbers[i])
        upper.values[k] = linalg::conjugated(all.values_of(j)[all.find(j, numbers[i])]);
  }
  problem.refuse_on_all(where, "has a pivot that is not positive: ic0 does not exist; use ssor or jacobi",
                        status::singular);
  return std::make_unique<two_sweeps<T>>(sweep<T>(where, strict_triangle(where, lower, true), pivots, true),
                                         sweep<T>(where, strict_triangle(where, upper, false), pivots, false),
                                         two_sweeps<T>::passes::solution);
}
template preconditioner<double> make_ic0(space<double> const&, local_rows<double> const&);
template preconditioner<float> make_ic0(space<float> const&, local_rows<float> const&);
template preconditioner<std::complex<double>> make_ic0(space<std::complex<double>> const&,
                                                       local_rows<std::complex<double>> const&);
template preconditioner<std::complex<float>> make_ic0(space<std::complex<float>> const&,
                                                      local_rows<std::complex<float>> const&);

}  // namespace solver
ISOBIT_NAMESPACE_END
