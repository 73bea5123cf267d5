#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <isobit/error.hpp>
#include <isobit/tree/tree_index.hpp>

ISOBIT_NAMESPACE_BEGIN

/// Where a piece of a sequence lies in the whole: the global index of its first element, and how many elements there
/// are in all pieces together. The shape of the tree depends on nothing else.
struct tree_place {
  std::size_t first;
  std::size_t total;
};

/// The root of a subtree: what the elements from `index` on, 2^level of them or up to the end, reduce to.
template <class T> struct tree_node {
  std::size_t index;
  unsigned level;
  T value;
  bool operator==(tree_node const&) const = default;
};

namespace detail {
template <class> inline constexpr bool never = false;

[[noreturn]] inline void tree_error(std::string const& message) {
  throw error(status::invalid_argument, "isobit::tree_part: " + message);
}
}  // namespace detail

/// One contiguous piece of a sequence of `place.total` elements, reduced as far as the binary tree over all of them
/// allows: a few subtree roots. Adjacent pieces merge, in any order of merging, to the same result. The operation may
/// be any: it need be neither associative nor commutative. docs/maths/tree.md
///
///     isobit::tree_part left(first_half, {.first = 0, .total = 100}, multiply);
///     isobit::tree_part right(second_half, {.first = 50, .total = 100}, multiply);
///     left.merge(right);
///     auto product = left.result();
template <class T, class Operation> class tree_part {
public:
  using value_type = T;
  using node = tree_node<T>;

  /// No elements yet: `add` brings them. Throws `error` if `first` lies behind the end.
  explicit tree_part(tree_place place, Operation operation = {}) : place_(place), operation_(std::move(operation)) {
    if (place.first > place.total)
      detail::tree_error("the first element has global index " + std::to_string(place.first) + " of only " +
                         std::to_string(place.total) + "; pass the number of elements of all pieces as total");
  }

  /// The values, projected.
  template <std::ranges::random_access_range Values, class Projection = std::identity>
    requires(std::ranges::sized_range<Values>)
  tree_part(Values&& values, tree_place place, Operation operation = {}, Projection projection = {})
      : tree_part(place, std::move(operation)) {
    add_range(values, 0, static_cast<std::size_t>(std::ranges::size(values)), projection);
  }

  /// The roots that another part's `nodes()` gave, as they come out of a message. Throws `error` where they are not
  /// the maximal subtrees of adjacent elements from `place.first` on.
  tree_part(std::vector<node> nodes, tree_place place, Operation operation = {})
      : tree_part(place, std::move(operation)) {
    std::size_t end = place.first;
    for (node const& one : nodes) {
      if (one.index != end || end == place.total || one.level > highest_level(one.index, place.total))
        detail::tree_error("these are not the subtree roots of one piece; pass what nodes() gave, with its place");
      end += tree::node_size(one.index, one.level, place.total);
    }
    for (node& one : nodes) push(std::move(one));
  }

  template <std::ranges::range Values, class... Rest>
    requires(sizeof...(Rest) == 0 || (!std::convertible_to<Rest, tree_place> && ...))
  explicit tree_part(Values&&, Rest&&...) : tree_part(tree_place{}) {
    static_assert(detail::never<Values>, "isobit: a tree_part needs the global index of its first element and the "
                                         "number of all elements: tree_part(values, {.first = i, .total = n}, op)");
  }

  /// The next element, behind those that are there. Throws `error` if all `total` are.
  void add(T value) {
    require_room(1);
    push({end(), 0, std::move(value)});
  }

  /// Elements [first, first + count) of a range, behind those that are there.
  template <std::ranges::random_access_range Values, class Projection = std::identity>
  void add_range(Values&& values, std::size_t first, std::size_t count, Projection projection = {}) {
    require_room(count);
    auto at = [&, begin = std::ranges::begin(values)](std::size_t i) -> decltype(auto) {
      return std::invoke(projection, begin[static_cast<std::ranges::range_difference_t<Values>>(i)]);
    };
    constexpr unsigned level = 4;
    constexpr std::size_t block = std::size_t{1} << level;
    for (std::size_t i = first, last = first + count; i < last;) {
      if (end() % block == 0 && last - i >= block) {
        push({end(), level, whole_subtree<level>(at, i)});
        i += block;
      } else {
        push({end(), 0, T(at(i))});
        i += 1;
      }
    }
  }

  /// Takes in the piece that begins where this one ends, or ends where it begins. Throws `error` for any other, and
  /// passes on what the operation throws; this part is then as it was.
  void merge(tree_part other) {
    if (other.place_.total != place_.total)
      detail::tree_error("pieces of " + std::to_string(place_.total) + " and of " + std::to_string(other.place_.total) +
                         " elements do not merge; pass the same total to all");
    bool const follows = other.place_.first == end();
    if (!follows && other.end() != place_.first)
      detail::tree_error("elements [" + std::to_string(place_.first) + ", " + std::to_string(end()) + ") and [" +
                         std::to_string(other.place_.first) + ", " + std::to_string(other.end()) + ") " +
                         (other.place_.first < end() && place_.first < other.end() ? "overlap" : "are not adjacent") +
                         "; merge neighbouring pieces");
    if (follows) return append(std::move(other));
    other.append(std::move(*this));
    place_ = other.place_;
    count_ = other.count_;
    nodes_ = std::move(other.nodes_);
  }

  /// The reduction of all elements. Throws `error` while some are missing, or if there are none at all.
  [[nodiscard]] T const& result() const& {
    require_complete();
    return nodes_.front().value;
  }
  [[nodiscard]] T result() && {
    require_complete();
    return std::move(nodes_.front().value);
  }

  [[nodiscard]] bool complete() const noexcept { return place_.total != 0 && count_ == place_.total; }
  [[nodiscard]] tree_place place() const noexcept { return place_; }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  /// The maximal subtrees, by index; no more than 2*ceil(log2(total)), or one. What a message needs to carry.
  [[nodiscard]] std::span<node const> nodes() const noexcept { return nodes_; }

private:
  [[nodiscard]] std::size_t end() const noexcept { return place_.first + count_; }
  [[nodiscard]] unsigned highest_level(std::size_t index, std::size_t end) const noexcept {
    return tree::highest_level(index, end, place_.total);
  }

  /// Without a copy of the elements.
  template <unsigned Level, class At> T whole_subtree(At const& at, std::size_t i) const {
    constexpr std::size_t half = std::size_t{1} << (Level - 1);
    if constexpr (Level == 1)
      return T(std::invoke(operation_, at(i), at(i + 1)));
    else
      return T(std::invoke(operation_, whole_subtree<Level - 1>(at, i), whole_subtree<Level - 1>(at, i + half)));
  }

  void require_room(std::size_t more) const {
    if (more > place_.total - end())
      detail::tree_error("more elements than the " + std::to_string(place_.total) +
                         " in all; pass the number of elements of all pieces as total");
  }

  void require_complete() const {
    if (place_.total == 0) detail::tree_error("no elements, no result; ask complete() first");
    if (!complete())
      detail::tree_error("only elements [" + std::to_string(place_.first) + ", " + std::to_string(end()) + ") of " +
                         std::to_string(place_.total) + " are there; merge the other pieces first");
  }

  /// A node of which nothing lies to the right rises to where it is a right child.
  void rise(node& one) const {
    if (tree::node_size(one.index, one.level, place_.total) == place_.total - one.index)
      one.level = highest_level(one.index, place_.total);
  }

  static bool siblings(node const& left, node const& right) noexcept {
    return left.level == right.level && tree::max_y(right.index) == right.level;
  }

  node join(node const& left, node const& right) const {
    node joined{left.index, left.level + 1, T(std::invoke(operation_, left.value, right.value))};
    rise(joined);
    return joined;
  }

  void push(node next) {
    std::size_t const size = tree::node_size(next.index, next.level, place_.total);
    rise(next);
    std::size_t kept = nodes_.size();
    while (kept != 0 && siblings(nodes_[kept - 1], next)) next = join(nodes_[--kept], next);
    if (kept == nodes_.size()) {
      nodes_.push_back(std::move(next));
    } else {
      nodes_[kept] = std::move(next);
      nodes_.erase(nodes_.begin() + static_cast<std::ptrdiff_t>(kept) + 1, nodes_.end());
    }
    count_ += size;
  }

  /// Only what meets at the border can join: everything else was joined before.
  void append(tree_part&& right) {
    if (right.nodes_.empty()) return;
    std::optional<node> joined;
    std::size_t kept = nodes_.size(), taken = 1;
    for (;;) {
      node const& middle = joined ? *joined : right.nodes_.front();
      if (kept != 0 && siblings(nodes_[kept - 1], middle))
        joined = join(nodes_[--kept], middle);
      else if (taken < right.nodes_.size() && siblings(middle, right.nodes_[taken]))
        joined = join(middle, right.nodes_[taken++]);
      else
        break;
    }
    nodes_.reserve(nodes_.size() + right.nodes_.size());
    nodes_.erase(nodes_.begin() + static_cast<std::ptrdiff_t>(kept), nodes_.end());
    nodes_.push_back(joined ? *std::move(joined) : std::move(right.nodes_.front()));
    for (; taken < right.nodes_.size(); ++taken) nodes_.push_back(std::move(right.nodes_[taken]));
    count_ += right.count_;
  }

  tree_place place_;
  std::size_t count_ = 0;
  std::vector<node> nodes_;
  [[no_unique_address]] Operation operation_;
};

template <std::ranges::range Values, class Operation>
tree_part(Values&&, tree_place, Operation) -> tree_part<std::ranges::range_value_t<Values>, Operation>;
template <std::ranges::range Values, class Operation, class Projection>
tree_part(Values&&, tree_place, Operation, Projection)
    -> tree_part<std::remove_cvref_t<std::invoke_result_t<Projection&, std::ranges::range_reference_t<Values>>>,
                 Operation>;
template <class T, class Operation>
tree_part(std::vector<tree_node<T>>, tree_place, Operation) -> tree_part<T, Operation>;
template <std::ranges::range Values, class Operation>
tree_part(Values&&, Operation) -> tree_part<std::ranges::range_value_t<Values>, Operation>;

ISOBIT_NAMESPACE_END
