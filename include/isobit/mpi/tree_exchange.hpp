#pragma once

#include <cstddef>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <isobit/mpi/tree_mail.hpp>
#include <isobit/mpi/tree_network.hpp>
#include <isobit/tree/tree_part.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

/// One reduction on this rank: its part of the tree as it grows, or who failed. Whatever happens, every message that
/// others wait for is sent.
template <class Part, class Operation> class tree_exchange {
public:
  using value_type = typename Part::value_type;

  /// `problem` is what has already gone wrong on this rank.
  tree_exchange(tree_network const& network, Operation const& operation, std::exception_ptr problem)
      : network_(network), operation_(operation), mail_(network.handle(), wire_format_of<value_type>()) {
    if (problem) fail(std::move(problem));
  }

  /// The result, on the rank at position `to` or on `all`. fill(first, count) reduces elements of this rank to a part.
  /// Throws this rank's own problem, or `error` naming the rank of another.
  template <class Fill> std::optional<value_type> run(Fill fill, int to, char const* what) {
    auto const steps = network_.direct() ? network_.result_steps(to) : network_.steps(to);
    for (tree_message const& one : network_.inbound()) mail_.expect(one.partner, one.values);
    for (tree_step const& step : steps)
      if (step.receives) mail_.expect(step.partner, nodes_in(step.brings));

    if (network_.direct())
      reduce_directly(fill);
    else
      reduce_piece(fill, network_.piece());
    for (tree_step const& step : steps) {
      if (step.sends) send(step.partner);
      if (step.receives) receive(step.brings);
    }
    mail_.finish();
    if (failed_ >= 0) rethrow(network_.ours(), problem_, failed_, what);
    if (to != tree_network::all && to != network_.rank()) return std::nullopt;
    return std::move(*part_).result();
  }

private:
  [[nodiscard]] std::size_t nodes_in(tree_piece piece) const {
    std::size_t nodes = 0;
    for_each_tree_node(piece, network_.total(), [&](std::size_t, unsigned, std::size_t) { ++nodes; });
    return nodes;
  }

  [[nodiscard]] error misfit(int partner) const {
    return plan_error("the values of rank " + std::to_string(network_.user_rank(partner)) +
                      " do not fit; all ranks must pass values of the same type");
  }

  void fail(std::exception_ptr problem) {
    problem_ = std::move(problem);
    failed_ = network_.user_rank();
  }

  template <class Body> void attempt(Body body) {
    if (failed_ >= 0) return;
    try {
      body();
    } catch (...) {
      fail(std::current_exception());
    }
  }

  template <class Fill> void reduce_piece(Fill& fill, tree_piece piece) {
    attempt([&] { part_.emplace(fill(piece.first, piece.count)); });
  }

  /// What needs nothing from others is sent as soon as it is there. docs/maths/tree.md#direct
  template <class Fill> void reduce_directly(Fill& fill) {
    tree_piece const mine = network_.piece();
    for (tree_message const& one : network_.outbound()) {
      std::size_t const here = std::min(one.elements.count, mine.first + mine.count - one.elements.first);
      reduce_piece(fill, {one.elements.first, here});
      if (here < one.elements.count) receive_inbound();
      send(one.partner);
    }
    if (network_.outbound().empty()) {
      reduce_piece(fill, mine);
      receive_inbound();
    }
  }

  void receive_inbound() {
    for (tree_message const& one : network_.inbound()) receive(one.elements);
  }

  void send(int partner) {
    bool sent = false;
    attempt([&] {
      std::vector<std::byte> bytes;
      for (auto const& node : part_->nodes()) write_value(bytes, node.value);
      mail_.send(partner, std::move(bytes));
      sent = true;
    });
    if (!sent) mail_.send_failure(partner, failed_);
  }

  /// Merges what a partner brings; whoever brings everything needs nothing of mine.
  void receive(tree_piece brought) {
    tree_mail::letter const letter = mail_.receive();
    if (letter.failed >= 0 && failed_ < 0) failed_ = letter.failed;
    attempt([&] {
      if (!letter.fits) throw misfit(letter.partner);
      std::vector<tree_node<value_type>> nodes;
      std::span<std::byte const> bytes = letter.bytes;
      for_each_tree_node(brought, network_.total(), [&](std::size_t index, unsigned level, std::size_t) {
        nodes.push_back({index, level, read_value<value_type>(bytes)});
      });
      if (!bytes.empty()) throw misfit(letter.partner);
      Part part(std::move(nodes), tree_place{brought.first, network_.total()}, operation_);
      if (brought.count == network_.total())
        part_.emplace(std::move(part));
      else
        part_->merge(std::move(part));
    });
  }

  tree_network const& network_;
  Operation const& operation_;
  tree_mail mail_;
  std::optional<Part> part_;
  std::exception_ptr problem_;
  int failed_ = -1;
};

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
