#pragma once

#include <cstring>
#include <string>
#include <unordered_map>

#include "log/mapped_log.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// A file of records that are counted up, each for one kind of call from one place. Not for several threads at once.
template <class Record> class tally {
public:
  tally(std::string path, int rank) : log_(std::move(path), sizeof(Record), rank) {}

  /// `count(record)` on the record of this kind and place, which is `empty` the first time. Does nothing where the file
  /// system has no room for it, and once the file is closed.
  template <class Kind, class Count> void add(std::uint32_t site, Kind kind, Record const& empty, Count count) {
    std::uint64_t const key = std::uint64_t{site} << 32 | static_cast<std::uint32_t>(kind);
    auto const [known, is_new] = index_.try_emplace(key, log_.size());
    if (is_new) {
      std::byte* const place = log_.append();
      if (place == nullptr) {
        index_.erase(known);
        return;
      }
      std::memcpy(place, &empty, sizeof empty);
      log_.commit();
    }
    std::byte* const place = log_.record(known->second);
    if (place == nullptr) return;
    Record record;
    std::memcpy(&record, place, sizeof record);
    count(record);
    std::memcpy(place, &record, sizeof record);
  }

  void close() noexcept { log_.close(); }

private:
  mapped_log log_;
  std::unordered_map<std::uint64_t, std::size_t> index_;
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
