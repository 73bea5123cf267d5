#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <isobit/mpi/communicator.hpp>
#include <isobit/tree/distribution.hpp>
#include <isobit/tree/tree_index.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi {

/// A rank's elements: `count` of them, from the global index `first` on. The first of an empty piece does not matter.
struct tree_piece {
  std::size_t first;
  std::size_t count;
  bool operator==(tree_piece const&) const = default;
};

/// How the nodes of the tree travel. The result is the same.
enum class tree_routing {
  ranks,   ///< along a tree over the ranks: one message a rank, or one a level of a butterfly for all ranks' result
  direct,  ///< every subtree's root straight to the rank that holds its parent, as in the thesis of Stelz
};

/// How a plan communicates; all ranks pass the same.
struct tree_options {
  tree_routing routing = tree_routing::ranks;
  /// Direct routing: how many values for the same rank may wait for each other to share a message; 1 for none.
  std::size_t buffered = 4;
};

namespace detail {

/// What every rank throws that cannot make a plan, or use it.
[[nodiscard]] ISOBIT_API error plan_error(std::string const& why);

/// body(index, level, size) for the maximal nodes of a piece: they are known without being sent.
template <class Body> void for_each_tree_node(tree_piece piece, std::size_t total, Body body) {
  std::size_t const end = piece.first + piece.count;
  for (std::size_t x = piece.first; x < end;) {
    unsigned const level = tree::highest_level(x, end, total);
    std::size_t const size = tree::node_size(x, level, total);
    body(x, level, size);
    x += size;
  }
}

/// One exchange with another rank, which sends the nodes of the elements it brings.
struct tree_step {
  int partner;
  tree_piece brings;
  bool sends;
  bool receives;
};

/// Direct routing: neighbouring subtree roots in one message.
struct tree_message {
  int partner;
  tree_piece elements;
  std::size_t values;
};

/// A communicator of our own, so that no message meets one of the user's.
class ISOBIT_API private_communicator {
public:
  private_communicator() = default;
  explicit private_communicator(MPI_Comm owned) : handle_(owned) {}
  private_communicator(private_communicator const&) = delete;
  private_communicator& operator=(private_communicator const&) = delete;
  ~private_communicator() { reset(MPI_COMM_NULL); }
  [[nodiscard]] MPI_Comm get() const noexcept { return handle_; }
  void reset(MPI_Comm owned) noexcept;
  /// A copy that is made once for each communicator, and freed with it.
  void share(MPI_Comm comm);

private:
  MPI_Comm handle_ = MPI_COMM_NULL;
  bool shared_ = false;
};

/// A group, kept to ask where its ranks went.
class ISOBIT_API rank_group {
public:
  rank_group() = default;
  explicit rank_group(MPI_Comm comm);
  rank_group(rank_group const&) = delete;
  rank_group& operator=(rank_group const&) = delete;
  ~rank_group();
  [[nodiscard]] int translate(int rank, rank_group const& into) const;

private:
  MPI_Group handle_ = MPI_GROUP_NULL;
};

/// The place of this rank among all in the order of their elements, and with whom it exchanges what: O(log p) numbers.
/// Positions are ranks in that order. docs/maths/tree.md#ranks
class ISOBIT_API tree_network {
public:
  static constexpr int all = -1;

  tree_network(std::size_t count, MPI_Comm comm, tree_options options);
  /// For a call that makes its plan, uses it and is done: a communicator's calls share one copy of it.
  struct one_call {
    char const* what;
    std::size_t size_of_value;
  };
  tree_network(one_call, std::size_t count, MPI_Comm comm);
  tree_network(tree_piece piece, MPI_Comm comm, tree_options options);
  tree_network(distribution const& shares, MPI_Comm comm, tree_options options);

  [[nodiscard]] communicator ours() const;
  /// In the user's communicator.
  [[nodiscard]] int user_rank() const noexcept { return user_rank_; }
  [[nodiscard]] int user_rank(int position) const;
  [[nodiscard]] MPI_Comm handle() const noexcept { return own_.get(); }
  [[nodiscard]] tree_piece piece() const noexcept { return piece_; }
  [[nodiscard]] std::size_t total() const noexcept { return total_; }
  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] bool direct() const noexcept { return direct_; }

  /// The position of a rank of the user's communicator. Throws `error` if there is none.
  [[nodiscard]] int position(root to, char const* what) const;
  /// What this rank does to bring everything to a position, or to `all`.
  [[nodiscard]] std::vector<tree_step> steps(int to) const;

  /// Direct routing: what this rank gets, behind its own elements; what it sends; and how the result goes on from the
  /// rank of element 0.
  [[nodiscard]] std::span<tree_message const> inbound() const noexcept { return inbound_; }
  [[nodiscard]] std::span<tree_message const> outbound() const noexcept { return outbound_; }
  [[nodiscard]] std::vector<tree_step> result_steps(int to) const;

private:
  void measure_shape(communicator const& user);
  void duplicate(communicator const& user);
  void order(communicator const& user, tree_piece piece);
  void count_elements(std::size_t count);
  void route_directly(std::size_t buffered);
  void route_directly(std::function<std::size_t(int)> const& start, std::function<int(std::size_t)> const& position,
                      std::size_t buffered);
  [[nodiscard]] int virtual_rank(int position) const noexcept;
  [[nodiscard]] int position_of(int virtual_rank, int to) const noexcept;

  private_communicator own_;
  std::unique_ptr<rank_group> ranks_;  // of the user's communicator, where positions are not ranks
  bool direct_;
  int user_rank_ = 0, rank_ = 0, size_ = 1;
  int folded_ = 0, levels_ = 0;
  tree_piece piece_{0, 0};
  std::size_t total_ = 0;
  tree_piece pair_{0, 0};             // what the other rank of a folded pair holds
  std::vector<tree_piece> partners_;  // what the other half holds, level by level
  std::vector<tree_message> inbound_, outbound_;
  int holder_ = 0;  // of element 0
};

}  // namespace detail
}  // namespace mpi
ISOBIT_NAMESPACE_END
