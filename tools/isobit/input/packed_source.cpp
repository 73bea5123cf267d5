#include "packed_source.hpp"

#include <utility>

#include "../basics/failure.hpp"

namespace isobit::tool {
namespace {

constexpr std::size_t buffer_size = std::size_t{256} << 10;

}  // namespace

packed_source::packed_source(byte_source& packed, std::vector<char> ahead, std::string name, compression kind)
    : packed_(packed), name_(std::move(name)), buffer_(std::move(ahead)), left_(buffer_), kind_(kind),
      decoder_(make_decoder(kind)) {}

bool packed_source::refill() {
  if (!left_.empty()) return true;
  buffer_.resize(buffer_size);
  left_ = std::span<char const>(buffer_).first(packed_.read(buffer_.data(), buffer_.size()));
  return !left_.empty();
}

/// False at the end of the data; zeros after it are padding, as on tapes.
bool packed_source::start_next_member() {
  while (refill() && left_.front() == '\0') left_ = left_.subspan(1);
  if (left_.empty()) return false;
  decoder_->start_member();
  return true;
}

std::size_t packed_source::read(char* to, std::size_t capacity) {
  std::span<char> room(to, capacity);
  auto const refuse = [&](std::string const& why) {
    throw failure(exit_code::bad_data, name_ + ": bad " + std::string(name_of(kind_)) + " data: " + why);
  };
  while (!finished_ && !room.empty()) {
    if (!refill()) refuse("it ends in the middle: truncated?");
    auto const outcome = decoder_->step(left_, room);
    if (!outcome.problem.empty()) refuse(outcome.problem);
    if (outcome.member_ended) finished_ = !start_next_member();
  }
  return capacity - room.size();
}

}  // namespace isobit::tool
