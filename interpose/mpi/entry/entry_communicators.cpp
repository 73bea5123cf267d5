// Communicators as the program makes them, so that an audit knows them again on every rank.

#include "audit/recorder.hpp"
#include "entry/entry.hpp"
#include "entry/pending.hpp"
#include "entry/python.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

/// Gives `code` on.
int note_child(int code, MPI_Comm parent, MPI_Comm const* child) {
  if (recorder* const log = recorder::active(); log != nullptr && code == MPI_SUCCESS) log->add_child(parent, *child);
  return code;
}

}  // namespace

}  // namespace interpose
ISOBIT_NAMESPACE_END

using namespace isobit::interpose;

// What still runs beside the program's reductions has to end before their communicator does.
ISOBIT_ENTRY(Comm_free, (MPI_Comm * comm), (comm)) {
  if (comm != nullptr) settle_records_of(*comm);
  return REAL(Comm_free)(comm);
}
ISOBIT_ENTRY(Comm_disconnect, (MPI_Comm * comm), (comm)) {
  if (comm != nullptr) settle_records_of(*comm);
  return REAL(Comm_disconnect)(comm);
}

/// `Arguments` name the old communicator `parent` and the place of the new one `child`.
#define MAKES_COMMUNICATOR(Name, Parameters, Arguments) \
  ISOBIT_ENTRY(Name, Parameters, Arguments) { return note_child(REAL(Name) Arguments, parent, child); }

ISOBIT_ENTRY(Comm_dup, (MPI_Comm parent, MPI_Comm* child), (parent, child)) {
  note_duplicate(parent);
  return note_child(REAL(Comm_dup)(parent, child), parent, child);
}
MAKES_COMMUNICATOR(Comm_dup_with_info, (MPI_Comm parent, MPI_Info info, MPI_Comm* child), (parent, info, child))
MAKES_COMMUNICATOR(Comm_split, (MPI_Comm parent, int color, int key, MPI_Comm* child), (parent, color, key, child))
MAKES_COMMUNICATOR(Comm_split_type, (MPI_Comm parent, int type, int key, MPI_Info info, MPI_Comm* child),
                   (parent, type, key, info, child))
MAKES_COMMUNICATOR(Comm_create, (MPI_Comm parent, MPI_Group group, MPI_Comm* child), (parent, group, child))
MAKES_COMMUNICATOR(Cart_create,
                   (MPI_Comm parent, int dimensions, int const sizes[], int const periods[], int reorder,
                    MPI_Comm* child),
                   (parent, dimensions, sizes, periods, reorder, child))
MAKES_COMMUNICATOR(Cart_sub, (MPI_Comm parent, int const remain[], MPI_Comm* child), (parent, remain, child))
MAKES_COMMUNICATOR(Graph_create,
                   (MPI_Comm parent, int nodes, int const index[], int const edges[], int reorder, MPI_Comm* child),
                   (parent, nodes, index, edges, reorder, child))
MAKES_COMMUNICATOR(Dist_graph_create,
                   (MPI_Comm parent, int n, int const sources[], int const degrees[], int const destinations[],
                    int const weights[], MPI_Info info, int reorder, MPI_Comm* child),
                   (parent, n, sources, degrees, destinations, weights, info, reorder, child))
MAKES_COMMUNICATOR(Dist_graph_create_adjacent,
                   (MPI_Comm parent, int in_degree, int const sources[], int const source_weights[], int out_degree,
                    int const destinations[], int const destination_weights[], MPI_Info info, int reorder,
                    MPI_Comm* child),
                   (parent, in_degree, sources, source_weights, out_degree, destinations, destination_weights, info,
                    reorder, child))
MAKES_COMMUNICATOR(Intercomm_merge, (MPI_Comm parent, int high, MPI_Comm* child), (parent, high, child))
