#pragma once

#include <numeric>
#include <string>
#include <vector>

#include <mpi.h>

#include "errors.hpp"

/// Communicators of every kind, and who is in them.
namespace conformance {

inline int rank_in(MPI_Comm communicator) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  return rank;
}

inline int size_of(MPI_Comm communicator) {
  int size = 0;
  MPI_Comm_size(communicator, &size);
  return size;
}

struct named_communicator {
  std::string name;
  MPI_Comm handle;
  bool is_inter = false;
  std::vector<int> members;  ///< ranks in MPI_COMM_WORLD, in order; of the remote group where there is one
};

inline std::vector<int> world_ranks(MPI_Comm communicator, bool remote) {
  MPI_Group group = MPI_GROUP_NULL, world = MPI_GROUP_NULL;
  remote ? MPI_Comm_remote_group(communicator, &group) : MPI_Comm_group(communicator, &group);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int size = 0;
  MPI_Group_size(group, &size);
  std::vector<int> positions(static_cast<std::size_t>(size)), ranks(positions.size());
  std::iota(positions.begin(), positions.end(), 0);
  MPI_Group_translate_ranks(group, size, positions.data(), world, ranks.data());
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  return ranks;
}

inline std::vector<named_communicator> all_communicators() {
  std::vector<named_communicator> all;
  auto const add = [&](char const* name, MPI_Comm handle, bool is_inter = false) {
    return_errors(handle);
    all.push_back({name, handle, is_inter, world_ranks(handle, is_inter)});
  };
  int const rank = rank_in(MPI_COMM_WORLD);
  int const size = size_of(MPI_COMM_WORLD);
  MPI_Comm duplicate, reversed, odd_and_even, halves;
  MPI_Comm_dup(MPI_COMM_WORLD, &duplicate);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &odd_and_even);
  add("world", MPI_COMM_WORLD);
  add("self", MPI_COMM_SELF);
  add("dup", duplicate);
  add("reversed", reversed);
  add("odd and even", odd_and_even);
  if (size == 1) return all;
  bool const lower = rank < (size + 1) / 2;
  MPI_Comm_split(MPI_COMM_WORLD, lower ? 0 : 1, rank, &halves);
  add("halves", halves);
  MPI_Comm inter;
  MPI_Intercomm_create(halves, 0, MPI_COMM_WORLD, lower ? (size + 1) / 2 : 0, 4, &inter);
  add("intercommunicator", inter, true);
  return all;
}

inline void free_all(std::vector<named_communicator>& all) {
  for (auto& each : all)
    if (each.handle != MPI_COMM_WORLD && each.handle != MPI_COMM_SELF) MPI_Comm_free(&each.handle);
}

}  // namespace conformance
