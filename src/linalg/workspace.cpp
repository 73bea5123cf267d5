#include "linalg/workspace.hpp"

#include <algorithm>
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
constexpr std::size_t most_kept = std::size_t{1} << 26;  // of one piece, in bytes

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

/// What a thread has at hand.
class kept_pieces {
public:
  ~kept_pieces() {
    for (auto& [memory, bytes] : pieces_)
      if (memory != nullptr) release(memory, bytes);
  }
  /// A piece of at least so many bytes and not many more, or null.
  double* take(std::size_t& bytes) noexcept {
    for (auto& piece : pieces_)
      if (piece.first != nullptr && piece.second >= bytes && piece.second / 4 <= bytes) {
        bytes = piece.second;
        return std::exchange(piece.first, nullptr);
      }
    return nullptr;
  }
  /// In the place of the smallest, if that is smaller. Returns whether it was kept.
  bool keep(double* memory, std::size_t bytes) noexcept {
    if (bytes > most_kept) return false;
    auto const size = [](auto const& piece) { return piece.first == nullptr ? 0 : piece.second; };
    auto& smallest =
        *std::min_element(pieces_, pieces_ + count, [&](auto const& a, auto const& b) { return size(a) < size(b); });
    if (size(smallest) >= bytes) return false;
    if (smallest.first != nullptr) release(smallest.first, smallest.second);
    smallest = {memory, bytes};
    return true;
  }

private:
  static constexpr int count = 8;
  std::pair<double*, std::size_t> pieces_[count] = {};
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
  double* memory = kept().take(bytes);
  data_.reset(memory != nullptr ? memory : allocate(bytes));
}

void workspace::give_back::operator()(double* p) const noexcept {
  if (!kept().keep(p, bytes)) release(p, bytes);
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
