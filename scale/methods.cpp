#include "methods.hpp"

#include <algorithm>
#include <stdexcept>

#include <isobit/isobit.hpp>

#include "plain.hpp"

namespace scale {
namespace {

double plain(piece const& mine) {
  double const local = plain_sum(mine.values);
  double result = 0;
  if (mine.rooted)
    MPI_Reduce(&local, &result, 1, MPI_DOUBLE, MPI_SUM, 0, mine.comm);
  else
    MPI_Allreduce(&local, &result, 1, MPI_DOUBLE, MPI_SUM, mine.comm);
  return result;
}

double reduce_and_broadcast(piece const& mine) {
  double const local = plain_sum(mine.values);
  double result = 0;
  MPI_Reduce(&local, &result, 1, MPI_DOUBLE, MPI_SUM, 0, mine.comm);
  MPI_Bcast(&result, 1, MPI_DOUBLE, 0, mine.comm);
  return result;
}

}  // namespace

method const& find_method(std::string const& name) {
  static std::vector<method> const methods = {
      {"plain", plain, {"plain"}, ""},
      {"reduce+bcast", reduce_and_broadcast, {"plain"}, ""},
  };
  auto const found = std::find_if(methods.begin(), methods.end(), [&](method const& m) { return m.name == name; });
  if (found == methods.end()) throw std::runtime_error("scale: there is no method " + name);
  return *found;
}

}  // namespace scale
