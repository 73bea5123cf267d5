#pragma once

#include <string>
#include <unordered_map>

#include "audit/call_chain.hpp"
#include "log/places_file.hpp"
#include "reduction/datatype.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// Numbers the places that calls come from, and writes down what they are. For any number of threads.
class site_table {
public:
  explicit site_table(places_file& places) : places_(places) {}

  /// The index of the present call's site.
  std::uint32_t of_present_call(site_kind kind, char const* call, MPI_Datatype type, MPI_Op op);

private:
  struct key {
    call_chain chain;
    std::uint64_t python;  // a hash of the innermost frames; 0 where Python does not run
    site_kind kind;
    char const* call;
    MPI_Datatype type;
    MPI_Op op;
    bool operator==(key const&) const = default;
  };
  struct hash {
    std::size_t operator()(key const& site) const noexcept;
  };

  std::uint32_t add(key const& site);

  places_file& places_;
  chain_reader chains_;
  growing_map<key, std::uint32_t, hash> known_;
  std::mutex mutex_;
  std::unordered_map<std::string, std::uint32_t> by_name_;  // several handles may mean the same type, chains the same
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
