#include <isobit/mpi/tree_network.hpp>

#include <bit>
#include <cstdint>
#include <limits>
#include <string>

#include "arithmetic/hash.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

namespace {

constexpr char const* plan_name = "tree_plan";
constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

void leave_to_caller(MPI_Comm*, int*, ...) {}

/// Errors on a private communicator come back as codes. Not by MPI_ERRORS_RETURN: in Intel's header of the standard's
/// ABI that is the number of MPI_ERRORS_ABORT.
void let_errors_return(MPI_Comm own) {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  check(MPI_Comm_create_errhandler(leave_to_caller, &handler), "MPI_Comm_create_errhandler");
  check(MPI_Comm_set_errhandler(own, handler), "MPI_Comm_set_errhandler");
  check(MPI_Errhandler_free(&handler), "MPI_Errhandler_free");
}

std::size_t end_of(tree_piece piece) noexcept { return piece.first + piece.count; }

/// Tells apart what was optimised with another alpha.
std::uint64_t starts_of(distribution const& shares) {
  bool const optimised =
      shares.kind() == distribution_kind::optimised || shares.kind() == distribution_kind::optimised_thesis;
  arithmetic::fnv1a hash;
  for (std::size_t rank = 0; optimised && rank < shares.ranks(); ++rank) hash.add(shares.start(rank));
  return hash.value();
}

}  // namespace

error plan_error(std::string const& why) { return {status::invalid_argument, "isobit::mpi::tree_plan: " + why}; }

void private_communicator::reset(MPI_Comm owned) noexcept {
  int finalised = 0;
  if (!shared_ && handle_ != MPI_COMM_NULL && MPI_Finalized(&finalised) == MPI_SUCCESS && !finalised)
    MPI_Comm_free(&handle_);
  handle_ = owned;
}

rank_group::rank_group(MPI_Comm comm) { check(MPI_Comm_group(comm, &handle_), "MPI_Comm_group"); }

rank_group::~rank_group() {
  int finalised = 0;
  if (handle_ != MPI_GROUP_NULL && MPI_Finalized(&finalised) == MPI_SUCCESS && !finalised) MPI_Group_free(&handle_);
}

int rank_group::translate(int rank, rank_group const& into) const {
  int result = 0;
  check(MPI_Group_translate_ranks(handle_, 1, &rank, into.handle_, &result), "MPI_Group_translate_ranks");
  return result;
}

tree_network::tree_network(std::size_t count, MPI_Comm comm, tree_options options)
    : direct_(options.routing == tree_routing::direct) {
  communicator const user(comm, plan_name);
  require_agreement(user, plan_name, {{"routing", direct_}, {"buffered values", options.buffered}});
  duplicate(user);
  count_elements(count);
  if (direct_) route_directly(options.buffered);
}

tree_network::tree_network(one_call call, std::size_t count, MPI_Comm comm) : direct_(false) {
  communicator const user(comm, call.what);
  require_agreement(user, call.what, {{"size of a value", call.size_of_value}});
  own_.share(comm);
  measure_shape(user);
  count_elements(count);
}

tree_network::tree_network(tree_piece piece, MPI_Comm comm, tree_options options)
    : direct_(options.routing == tree_routing::direct) {
  communicator const user(comm, plan_name);
  require_agreement(user, "tree_plan of pieces", {{"routing", direct_}, {"buffered values", options.buffered}});
  order(user, piece);
  count_elements(piece.count);
  // The lowest index at which something is wrong, and whether that is an overlap: every rank throws the same.
  std::uint64_t problem = none;
  if (piece.count != 0 && piece.first != piece_.first)
    problem = 2 * std::min<std::uint64_t>(piece.first, piece_.first) + (piece.first < piece_.first ? 1 : 0);
  take_smallest(own_.get(), std::span(&problem, 1));
  if (problem != none)
    throw plan_error("the ranks' pieces " + std::string(problem % 2 == 1 ? "overlap" : "leave a gap") + " at element " +
                     std::to_string(problem / 2) + "; together they must hold every element once");
  if (direct_) route_directly(options.buffered);
}

tree_network::tree_network(distribution const& shares, MPI_Comm comm, tree_options options)
    : direct_(options.routing == tree_routing::direct) {
  communicator const user(comm, plan_name);
  require_agreement(user, "tree_plan of a distribution",
                    {{"routing", direct_},
                     {"buffered values", options.buffered},
                     {"ranks of the distribution", shares.ranks()},
                     {"number of elements", shares.elements()},
                     {"kind of distribution", static_cast<std::uint64_t>(shares.kind())},
                     {"starts of the distribution", starts_of(shares)}});
  // One rank's wrong distribution is known on all: had it thrown alone, the others would wait.
  auto const size = static_cast<std::uint64_t>(user.size());
  std::uint64_t wrong = shares.ranks() == size ? none : shares.ranks();
  take_smallest(comm, std::span(&wrong, 1));
  if (wrong != none)
    throw plan_error("a distribution over " + std::to_string(wrong) + " ranks, and " + std::to_string(size) +
                     " in the communicator; they must be as many");
  duplicate(user);
  total_ = shares.elements();
  auto const start = [&](int position) {
    return position == size_ ? total_ : shares.start(static_cast<std::size_t>(position));
  };
  auto const between = [&](int begin, int end) { return tree_piece{start(begin), start(end) - start(begin)}; };
  piece_ = between(rank_, rank_ + 1);
  if (rank_ < 2 * folded_) pair_ = between(rank_ ^ 1, (rank_ ^ 1) + 1);
  int const mine = virtual_rank(rank_);
  for (int level = 0; level < levels_; ++level) {
    int const other = (mine >> level) ^ 1;
    partners_.push_back(between(position_of(other << level, all), position_of((other + 1) << level, all)));
  }
  if (direct_)
    route_directly(
        start, [&](std::size_t x) { return static_cast<int>(shares.rank_from_index(x)); }, options.buffered);
}

void tree_network::measure_shape(communicator const& user) {
  user_rank_ = user.rank();
  check(MPI_Comm_rank(own_.get(), &rank_), "MPI_Comm_rank");
  check(MPI_Comm_size(own_.get(), &size_), "MPI_Comm_size");
  let_errors_return(own_.get());
  levels_ = std::bit_width(static_cast<unsigned>(size_)) - 1;
  folded_ = size_ - (1 << levels_);
}

void tree_network::duplicate(communicator const& user) {
  MPI_Comm copy = MPI_COMM_NULL;
  check(MPI_Comm_dup(user.handle(), &copy), "MPI_Comm_dup");
  own_.reset(copy);
  measure_shape(user);
}

/// A communicator whose ranks are in the order of their elements, the empty ones last. Keys are ints, indices are not:
/// sorted digit by digit, since MPI_Comm_split keeps the order of equal keys.
void tree_network::order(communicator const& user, tree_piece piece) {
  constexpr int digit = 31;
  std::uint64_t total = piece.count;
  check(MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPI_UINT64_T, MPI_SUM, user.handle()), "MPI_Allreduce");
  std::uint64_t const key = piece.count == 0 ? total : std::min<std::uint64_t>(piece.first, total);
  MPI_Comm from = user.handle();
  for (int shift = 0; shift == 0 || (shift < 64 && (total >> shift) != 0); shift += digit) {
    MPI_Comm sorted = MPI_COMM_NULL;
    check(MPI_Comm_split(from, 0, static_cast<int>((key >> shift) & 0x7fffffff), &sorted), "MPI_Comm_split");
    own_.reset(sorted);
    from = sorted;
  }
  ranks_ = std::make_unique<rank_group>(user.handle());
  measure_shape(user);
}

int tree_network::virtual_rank(int position) const noexcept {
  return position < 2 * folded_ ? position / 2 : position - folded_;
}

/// Of a folded pair the left rank goes on, unless the result is wanted on the right one.
int tree_network::position_of(int virtual_rank, int to) const noexcept {
  if (virtual_rank >= folded_) return virtual_rank + folded_;
  return 2 * virtual_rank + (to == 2 * virtual_rank + 1 ? 1 : 0);
}

/// A butterfly of counts: afterwards every rank knows the total, its first index, and what each partner brings.
void tree_network::count_elements(std::size_t count) {
  auto const exchange = [&](int partner, std::uint64_t mine) {
    std::uint64_t theirs = 0;
    check(MPI_Sendrecv(&mine, 1, MPI_UINT64_T, partner, 0, &theirs, 1, MPI_UINT64_T, partner, 0, own_.get(),
                       MPI_STATUS_IGNORE),
          "MPI_Sendrecv");
    return theirs;
  };
  bool const in_pair = rank_ < 2 * folded_, left = rank_ % 2 == 0;
  std::uint64_t const other = in_pair ? exchange(rank_ ^ 1, count) : 0;
  // What the partners bring, the first index of the pair, and the total.
  std::vector<std::uint64_t> facts(static_cast<std::size_t>(levels_) + 2);
  int const length = levels_ + 2;
  std::uint64_t& first = facts[static_cast<std::size_t>(levels_)];
  std::uint64_t& total = facts[static_cast<std::size_t>(levels_) + 1];
  if (!in_pair || left) {
    int const mine = virtual_rank(rank_);
    total = count + other;
    for (int level = 0; level < levels_; ++level) {
      int const partner = mine ^ (1 << level);
      std::uint64_t const theirs = exchange(position_of(partner, all), total);
      facts[static_cast<std::size_t>(level)] = theirs;
      if (partner < mine) first += theirs;
      total += theirs;
    }
    if (in_pair) check(MPI_Send(facts.data(), length, MPI_UINT64_T, rank_ + 1, 0, own_.get()), "MPI_Send");
  } else {
    check(MPI_Recv(facts.data(), length, MPI_UINT64_T, rank_ - 1, 0, own_.get(), MPI_STATUS_IGNORE), "MPI_Recv");
  }
  total_ = total;
  piece_ = {in_pair && !left ? first + other : first, count};
  if (in_pair) pair_ = {left ? first + count : first, other};

  tree_piece group{first, count + other};
  for (int level = 0; level < levels_; ++level) {
    std::size_t const theirs = facts[static_cast<std::size_t>(level)];
    bool const below = ((virtual_rank(rank_) >> level) & 1) != 0;
    partners_.push_back({below ? group.first - theirs : end_of(group), theirs});
    group = {below ? group.first - theirs : group.first, group.count + theirs};
  }
}

communicator tree_network::ours() const { return {own_.get(), plan_name}; }

int tree_network::position(root to, char const* what) const {
  communicator const all_ranks = ours();
  to.agree(all_ranks, what);
  to.require(all_ranks, what);
  return ranks_ == nullptr ? to.rank : ranks_->translate(to.rank, rank_group(own_.get()));
}

int tree_network::user_rank(int position) const {
  return ranks_ == nullptr ? position : rank_group(own_.get()).translate(position, *ranks_);
}

std::vector<tree_step> tree_network::steps(int to) const {
  std::vector<tree_step> steps;
  steps.reserve(static_cast<std::size_t>(levels_) + 2);
  constexpr tree_piece nothing{0, 0};
  int const mine = virtual_rank(rank_), target = to == all ? mine : virtual_rank(to);
  bool const in_pair = rank_ < 2 * folded_;
  if (in_pair && rank_ != position_of(mine, to)) {
    steps.push_back({rank_ ^ 1, nothing, true, false});
    if (to == all) steps.push_back({rank_ ^ 1, {0, total_}, false, true});
    return steps;
  }
  if (in_pair) steps.push_back({rank_ ^ 1, pair_, false, true});
  for (int level = 0; level < levels_; ++level) {
    int const partner = position_of(mine ^ (1 << level), to);
    bool const leaves = (((mine ^ target) >> level) & 1) != 0;
    steps.push_back({partner, partners_[static_cast<std::size_t>(level)], to == all || leaves, !leaves});
    if (leaves) return steps;
  }
  if (in_pair && to == all) steps.push_back({rank_ ^ 1, nothing, true, false});
  return steps;
}

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
