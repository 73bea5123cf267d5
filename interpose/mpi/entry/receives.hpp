#pragma once

#include "base/mpi_library.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

// Receives are the MPI's own. An audit counts them, and where those are that take whatever message comes first: what a
// program does with such messages it may do in another order in every run, whatever becomes of its reductions. A tag
// is no matter: messages of one source stay in their order.

void note_receive(char const* name, int source, MPI_Comm comm);
/// Of a message that a probe has taken.
void note_matched_receive();
/// Of a probe that found a message.
void note_probe(char const* name, int source, MPI_Comm comm);
/// Of a call that completed some of so many requests, those that were complete first.
void note_first_of(char const* name, int requests);

}  // namespace interpose
ISOBIT_NAMESPACE_END
