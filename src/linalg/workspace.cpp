#include "linalg/workspace.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <new>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

ISOBIT_NAMESPACE_BEGIN
namespace linalg {
namespace {

constexpr std::size_t alignment = 64;
constexpr std::size_t huge_page = std::size_t{1} << 21;
// Bytes. A thread that multiplies large matrices again and again may keep more, lest the system hand out new pages each
// time; but only one thread at a time, or many would keep gigabytes.
constexpr std::size_t most_kept = std::size_t{1} << 26, most_kept_by_one = std::size_t{1} << 28;
std::atomic<bool> one_keeps_more = false;

constexpr std::align_val_t alignment_of(std::size_t bytes) {
  return std::align_val_t{bytes < huge_page ? alignment : huge_page};
}

double* allocate(std::size_t bytes) {
  void* const memory = ::operator new(bytes, alignment_of(bytes));
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  if (bytes >= huge_page) ::madvise(memory, bytes, MADV_HUGEPAGE);  // only advice: failure does not matter
#endif
  return static_cast<double*>(memory);
}
void release(double* p, std::size_t bytes) noexcept { ::operator delete(p, alignment_of(bytes)); }

/// What a thread has at hand. Objects with static storage may still multiply matrices when a thread's own are gone:
/// then nothing is kept any more, which only something without a destructor can tell.
thread_local bool is_gone = false;

class kept_pieces {
public:
  ~kept_pieces() {
    is_gone = true;
    for (auto const& [memory, bytes] : pieces_)
      if (memory != nullptr) release(memory, bytes);
    if (keeps_more_) one_keeps_more = false;
  }
  /// The smallest piece of at least so many bytes, if it is not many more; or null.
  double* take(std::size_t& bytes) noexcept {
    std::pair<double*, std::size_t>* best = nullptr;
    for (auto& place : pieces_) {
      if (place.first == nullptr || place.second < bytes || place.second / 4 > bytes) continue;
      if (best == nullptr || place.second < best->second) best = &place;
      if (best->second == bytes) break;
    }
    if (best == nullptr) return nullptr;
    bytes = best->second;
    total_ -= bytes;
    taken_ = best;
    return std::exchange(best->first, nullptr);
  }
  /// Whether there was room for it. Of too many pieces the smallest is given up: a large one costs more to get again.
  bool keep(double* piece, std::size_t bytes) noexcept {
    // Mostly it comes back to where it was.
    if (taken_ != nullptr && taken_->first == nullptr && fits(total_ + bytes)) {
      *taken_ = {piece, bytes};
      total_ += bytes;
      return true;
    }
    auto const size_at = [](auto const& place) { return place.first == nullptr ? 0 : place.second; };
    auto& smallest = *std::min_element(std::begin(pieces_), std::end(pieces_),
                                       [&](auto const& a, auto const& b) { return size_at(a) < size_at(b); });
    std::size_t const given_up = size_at(smallest);
    if (given_up >= bytes || !fits(total_ - given_up + bytes)) return false;
    if (given_up != 0) release(smallest.first, given_up);
    total_ += bytes - given_up;
    smallest = {piece, bytes};
    return true;
  }

private:
  bool fits(std::size_t total) noexcept {
    if (total > most_kept && total <= most_kept_by_one && !keeps_more_) keeps_more_ = !one_keeps_more.exchange(true);
    return total <= (keeps_more_ ? most_kept_by_one : most_kept);
  }

  std::pair<double*, std::size_t> pieces_[8] = {};
  std::pair<double*, std::size_t>* taken_ = nullptr;  // the place of the last one that was taken
  std::size_t total_ = 0;
  bool keeps_more_ = false;
};

kept_pieces& kept() {
  static thread_local kept_pieces pieces;
  return pieces;
}

std::size_t rounded_up(std::size_t bytes) {
  std::size_t const unit = bytes < huge_page ? alignment : huge_page;
  return (bytes + unit - 1) / unit * unit;
}

}  // namespace

workspace::workspace(std::size_t count) : data_(nullptr, give_back{rounded_up(count * sizeof(double))}) {
  std::size_t& bytes = data_.get_deleter().bytes;
  double* const memory = is_gone ? nullptr : kept().take(bytes);
  data_.reset(memory != nullptr ? memory : allocate(bytes));
}

void workspace::give_back::operator()(double* p) const noexcept {
  if (is_gone || !kept().keep(p, bytes)) release(p, bytes);
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
