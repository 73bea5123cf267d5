#include "methods.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include <isobit/mpi.hpp>

#include "common/plain_sum.hpp"
#include "integer_vector.hpp"

namespace scale {
namespace {

double plain(piece const& mine) {
  double const local = common::plain_sum<double>(mine.values);
  double result = 0;
  MPI_Allreduce(&local, &result, 1, MPI_DOUBLE, MPI_SUM, mine.comm);
  return result;
}

double reduce_and_broadcast(piece const& mine) {
  double const local = common::plain_sum<double>(mine.values);
  double result = 0;
  MPI_Reduce(&local, &result, 1, MPI_DOUBLE, MPI_SUM, 0, mine.comm);
  MPI_Bcast(&result, 1, MPI_DOUBLE, 0, mine.comm);
  return result;
}

double exact(piece const& mine) { return isobit::mpi::sum(mine.values, mine.comm); }

template <class A> double with(piece const& mine) { return isobit::mpi::sum<A>(mine.values, mine.comm); }

/// Who knows how many elements there are in all need not ask the other ranks.
template <class A> double with_count(piece const& mine) {
  A state(mine.shares.elements());
  state.add(mine.values);
  return isobit::mpi::merge(state, mine.comm).round();
}

double by_integer_vectors(piece const& mine) {
  int ranks = 0;
  MPI_Comm_size(mine.comm, &ranks);
  auto const bounds = integer_vector::bounds_of(mine.values);
  integer_vector::bounds agreed;
  MPI_Allreduce(bounds.data(), agreed.data(), static_cast<int>(agreed.size()), MPI_INT, MPI_MAX, mine.comm);
  integer_vector::plan const cuts(agreed, ranks);
  auto const local = integer_vector::integers_of(mine.values, cuts);
  integer_vector::integers sums(local.size());
  MPI_Allreduce(local.data(), sums.data(), cuts.levels, MPI_INT64_T, MPI_SUM, mine.comm);
  return integer_vector::number_of(sums, cuts);
}

/// A method that has nothing to set up.
template <double (*Sum)(piece const&)> std::function<double()> ready(piece const& mine) {
  return [&mine] { return Sum(mine); };
}

/// The topology is found once, as for sums in a loop.
template <isobit::mpi::tree_routing Routing> std::function<double()> planned(piece const& mine) {
  auto const plan =
      std::make_shared<isobit::mpi::tree_plan>(mine.shares, mine.comm, isobit::mpi::tree_options{.routing = Routing});
  return [plan, &mine] { return plan->sum(mine.values); };
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
       ready<with<isobit::double_sweep<double, 1>>>,
       {"largest", "double-sweep:1"},
       "double-sweep:1/merge"},
      {"double-sweep:2",
       ready<with<isobit::double_sweep<double, 2>>>,
       {"largest", "double-sweep:2"},
       "double-sweep:2/merge"},
      {"integer-vector", ready<by_integer_vectors>, {"exponents", "integer-vector"}, ""},
      {"tree", planned<isobit::mpi::tree_routing::ranks>, {"tree"}, "tree/merge", true},
      {"tree-direct", planned<isobit::mpi::tree_routing::direct>, {"tree"}, "tree/merge", true},
  };
  auto const found = std::find_if(methods.begin(), methods.end(), [&](method const& m) { return m.name == name; });
  if (found == methods.end()) throw std::runtime_error("scale: there is no method " + name);
  return *found;
}

}  // namespace scale
