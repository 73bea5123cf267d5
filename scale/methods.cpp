#include "methods.hpp"

#include <algorithm>
#include <stdexcept>

#include <isobit/mpi.hpp>

#include "plain.hpp"

namespace scale {
namespace {

double plain(piece const& mine) {
  double const local = plain_sum(mine.values);
  double result = 0;
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

double exact(piece const& mine) { return isobit::mpi::sum(mine.values, mine.comm); }

template <class A> double with(piece const& mine) {
  A state;
  state.add(mine.values);
  return isobit::mpi::merge(state, mine.comm).round();
}

template <class A> double with_count(piece const& mine) {
  A state(mine.place.total);
  state.add(mine.values);
  return isobit::mpi::merge(state, mine.comm).round();
}

template <class A> double with_largest(piece const& mine) {
  double const local = isobit::detail::largest_magnitude(isobit::serial(), isobit::detail::view_of(mine.values));
  double largest = 0;
  MPI_Allreduce(&local, &largest, 1, MPI_DOUBLE, MPI_MAX, mine.comm);
  A state(mine.place.total, largest);
  state.add(mine.values);
  return isobit::mpi::merge(state, mine.comm).round();
}

/// A method that has nothing to set up.
template <double (*Sum)(piece const&)> std::function<double()> ready(piece const& mine) {
  return [&mine] { return Sum(mine); };
}

}  // namespace

method const& find_method(std::string const& name) {
  static std::vector<method> const methods = {
      {"plain", ready<plain>, {"plain"}, ""},
      {"reduce+bcast", ready<reduce_and_broadcast>, {"plain"}, ""},
      {"exact", ready<exact>, {"exact"}, "exact/merge"},
      {"binned:3", ready<with<isobit::binned<double, 3>>>, {"binned:3"}, "binned:3/merge"},
      {"single-sweep:2",
       ready<with_count<isobit::single_sweep<double, 2>>>,
       {"single-sweep:2"},
       "single-sweep:2/merge"},
      {"single-sweep:3",
       ready<with_count<isobit::single_sweep<double, 3>>>,
       {"single-sweep:3"},
       "single-sweep:3/merge"},
      {"double-sweep:1",
       ready<with_largest<isobit::double_sweep<double, 1>>>,
       {"largest", "double-sweep:1"},
       "double-sweep:1/merge"},
      {"double-sweep:2",
       ready<with_largest<isobit::double_sweep<double, 2>>>,
       {"largest", "double-sweep:2"},
       "double-sweep:2/merge"},
  };
  auto const found = std::find_if(methods.begin(), methods.end(), [&](method const& m) { return m.name == name; });
  if (found == methods.end()) throw std::runtime_error("scale: there is no method " + name);
  return *found;
}

}  // namespace scale
