#include "solver/jacobi.hpp"

#include "solver/make.hpp"
#include "solver/sweep.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

template <class T> preconditioner<T> make_jacobi(space<T> const& where, local_rows<T> const& a) {
  return std::make_unique<division<T>>(where, diagonal_of(where, a));
}
template preconditioner<double> make_jacobi(space<double> const&, local_rows<double> const&);
template preconditioner<float> make_jacobi(space<float> const&, local_rows<float> const&);
template preconditioner<std::complex<double>> make_jacobi(space<std::complex<double>> const&,
                                                          local_rows<std::complex<double>> const&);
template preconditioner<std::complex<float>> make_jacobi(space<std::complex<float>> const&,
                                                         local_rows<std::complex<float>> const&);

/// (D/omega + L) * inverse(D/omega) * (D/omega + U): what the first sweep would divide, the second starts from.
template <class T> preconditioner<T> make_ssor(space<T> const& where, local_rows<T> const& a, real_of<T> omega) {
  if (!(omega > 0 && omega < 2)) refuse("ssor needs an omega between 0 and 2");
  auto divisors = diagonal_of(where, a);
  for (T& d : divisors) d = d / omega;
  return std::make_unique<two_sweeps<T>>(sweep<T>(where, strict_triangle(where, a, true), divisors, true),
                                         sweep<T>(where, strict_triangle(where, a, false), divisors, false),
                                         two_sweeps<T>::passes::remainder);
}
#define ISOBIT_INSTANTIATE(T) template preconditioner<T> make_ssor(space<T> const&, local_rows<T> const&, real_of<T>);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(std::complex<double>)
ISOBIT_INSTANTIATE(std::complex<float>)

}  // namespace solver
ISOBIT_NAMESPACE_END
