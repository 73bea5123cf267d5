#include <isobit/mpi/tree_network.hpp>

#include <bit>
#include <cstdint>

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

namespace {

/// Larger subtrees take longer to reduce than a message, so that what is there does not wait for them.
constexpr std::size_t largest_waited_for = 64;

/// The first index behind the highest node at x > 0.
std::size_t next_root(std::size_t x, std::size_t total) noexcept {
  std::size_t const last = tree::largest_subtree_child(x);
  return last < total ? last + 1 : total;
}

/// Sender and receiver cut the roots between them into the same messages without a word.
class message_list {
public:
  message_list(std::vector<tree_message>& messages, std::size_t buffered)
      : messages_(messages), buffered_(std::max<std::size_t>(buffered, 1)) {}

  void add(int partner, tree_piece node, bool needs_others) {
    bool const joins = !messages_.empty() && messages_.back().partner == partner &&
                       messages_.back().values < buffered_ && node.count <= largest_waited_for && !needs_others;
    if (!joins) messages_.push_back({partner, {node.first, 0}, 0});
    messages_.back().elements.count += node.count;
    messages_.back().values += 1;
  }

private:
  std::vector<tree_message>& messages_;
  std::size_t buffered_;
};

}  // namespace

/// Whoever does not hold a distribution needs the starts of all ranks, while the plan is made.
void tree_network::route_directly(std::size_t buffered) {
  std::vector<std::uint64_t> starts(static_cast<std::size_t>(size_));
  std::uint64_t const mine = piece_.first;
  check(MPI_Allgather(&mine, 1, MPI_UINT64_T, starts.data(), 1, MPI_UINT64_T, own_.get()), "MPI_Allgather");
  route_directly(
      [&](int position) -> std::size_t {
        return position == size_ ? total_ : starts[static_cast<std::size_t>(position)];
      },
      [&](std::size_t x) {
        return static_cast<int>(std::upper_bound(starts.begin(), starts.end(), x) - starts.begin()) - 1;
      },
      buffered);
}

/// docs/maths/tree.md#direct
void tree_network::route_directly(std::function<std::size_t(int)> const& start,
                                  std::function<int(std::size_t)> const& position, std::size_t buffered) {
  if (total_ == 0) return;
  holder_ = position(0);
  if (piece_.count == 0) return;
  std::size_t const begin = piece_.first, end = begin + piece_.count;
  message_list out(outbound_, buffered), in(inbound_, buffered);
  if (begin != 0)
    for (std::size_t x = begin; x < end; x = next_root(x, total_))
      out.add(position(tree::parent(x)), {x, next_root(x, total_) - x}, next_root(x, total_) > end);
  for (std::size_t x = end; x < total_ && tree::parent(x) >= begin; x = next_root(x, total_)) {
    int const source = position(x);
    in.add(source, {x, next_root(x, total_) - x}, next_root(x, total_) > start(source + 1));
  }
}

std::vector<tree_step> tree_network::result_steps(int to) const {
  std::vector<tree_step> steps;
  constexpr tree_piece nothing{0, 0};
  tree_piece const everything{0, total_};
  if (to != all) {
    if (to != holder_ && rank_ == holder_) steps.push_back({to, nothing, true, false});
    if (to != holder_ && rank_ == to) steps.push_back({holder_, everything, false, true});
    return steps;
  }
  // A binomial tree from the holder on.
  auto const distance = static_cast<unsigned>((rank_ - holder_ + size_) % size_);
  auto const at = [&](unsigned from_holder) {
    return static_cast<int>((from_holder + static_cast<unsigned>(holder_)) % static_cast<unsigned>(size_));
  };
  if (distance != 0) steps.push_back({at(distance & (distance - 1)), everything, false, true});
  unsigned const reach = distance == 0 ? std::bit_ceil(static_cast<unsigned>(size_)) : distance & (0u - distance);
  for (unsigned hop = reach / 2; hop != 0; hop /= 2)
    if (distance + hop < static_cast<unsigned>(size_)) steps.push_back({at(distance + hop), nothing, true, false});
  return steps;
}

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
