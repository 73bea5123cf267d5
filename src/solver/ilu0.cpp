#include <algorithm>

#include "solver/factor.hpp"
#include "solver/make.hpp"
#include "solver/remainder.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

/// r_ij = RN(a_ij - sum of l_ik*u_kj over k < min(i, j)), where all three have a place; u_ij = r_ij, l_ij = RN(r_ij /
/// u_jj).
template <class T> preconditioner<T> make_ilu0(space<T> const& where, local_rows<T> const& a) {
  diagonal_of(where, a);  // refuses where there is none
  auto const numbers = where.rows();
  auto all = with_ghosts(where, a, [&](std::size_t place) { return numbers[place]; });
  factor_rows<T, std::vector<remainder<T>>>(where, a, all, [&](std::size_t i, std::vector<remainder<T>>& left) {
    auto const columns = all.columns_of(i);
    auto const values = all.values_of(i);
    if (left.size() < columns.size()) left.resize(columns.size());
    for (std::size_t e = 0; e < columns.size(); ++e) left[e].start(values[e]);
    for (std::size_t e = 0; e < columns.size(); ++e) {
      values[e] = left[e].round();
      if (columns[e] >= numbers[i]) continue;
      auto const k = static_cast<std::size_t>(places_of(a, i)[e]);
      auto const others = all.columns_of(k);
      auto const of_k = all.values_of(k);
      std::size_t const diagonal = all.find(k, columns[e]);
      values[e] = quotient(values[e], of_k[diagonal]);
      for (std::size_t f = e + 1, g = diagonal + 1; f < columns.size() && g < others.size();) {
        if (columns[f] == others[g]) left[f].subtract(values[e], of_k[g]);
        bool const same = columns[f] == others[g], less = columns[f] < others[g];
        f += same || less ? 1 : 0;
        g += same || !less ? 1 : 0;
      }
    }
  });
  auto factors = a;
  std::copy_n(all.values.begin(), factors.values.size(), factors.values.begin());
  std::vector<T> pivots(static_cast<std::size_t>(a.rows));
  first_problem problem;
  for (std::size_t i = 0; i < pivots.size(); ++i) {
    pivots[i] = all.values_of(i)[all.find(i, numbers[i])];
    bool const finite = std::ranges::all_of(all.values_of(i), is_finite<T>);
    if (pivots[i] == T{} || !finite) problem.note(numbers[i]);
  }
  problem.refuse_on_all(where, "has a pivot that is zero, or a factor that is not finite: ilu0 does not exist",
                        status::singular);
  return std::make_unique<two_sweeps<T>>(sweep<T>(where, strict_triangle(where, factors, true), {}, true),
                                         sweep<T>(where, strict_triangle(where, factors, false), pivots, false),
                                         two_sweeps<T>::passes::solution);
}
template preconditioner<double> make_ilu0(space<double> const&, local_rows<double> const&);
template preconditioner<float> make_ilu0(space<float> const&, local_rows<float> const&);
template preconditioner<std::complex<double>> make_ilu0(space<std::complex<double>> const&,
                                                        local_rows<std::complex<double>> const&);
template preconditioner<std::complex<float>> make_ilu0(space<std::complex<float>> const&,
                                                       local_rows<std::complex<float>> const&);

}  // namespace solver
ISOBIT_NAMESPACE_END
