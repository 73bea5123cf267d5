#pragma once

#include <cstdio>
#include <optional>

#include "calls.hpp"
#include "communicators.hpp"
#include "guarded.hpp"
#include "oracle.hpp"
#include "types.hpp"

/// One reduction: what goes in, what must come out, and whether it did.
namespace conformance {

struct setting {
  shape what;
  form how;
  completion wait = completion::wait;
  named_type const* type;
  operation op = operation::sum;
  bool in_place = false;
  named_communicator const* on;
  int count = 1;   ///< of the shortest result that is not empty
  int offset = 0;  ///< the column of the first number
  int root = 0;    ///< in the group that has it
};

inline std::string description(setting const& s) {
  return name_of(s.what, s.how) +
         (is_blocking(s.how) ? "" : std::string("+") + completion_names[static_cast<int>(s.wait)]) + " " +
         s.type->name + " " + (s.op == operation::sum ? "MPI_SUM" : "MPI_PROD") + (s.in_place ? " in place" : "") +
         " on " + s.on->name + ", count " + std::to_string(s.count) + ", root " + std::to_string(s.root) + ", column " +
         std::to_string(s.offset);
}

/// MPICH 4.0 itself loses the results of some ranks, or crashes.
inline bool breaks_mpich(setting const& s) {
  return (s.on->is_inter && s.what == shape::reduce_scatter_block && is_persistent(s.how)) ||
         (s.in_place && s.what == shape::reduce && s.count >= 1000);
}

/// The buffers of a rank that takes part.
class reduction {
public:
  reduction(oracle& judge, setting const& s)
      : oracle_(judge), s_(s), me_(rank_in(s.on->handle)), world_(rank_in(MPI_COMM_WORLD)), plan_(planned()),
        send_(bytes(uses_send() ? plan_.sent : 0)), receive_(bytes(plan_.room)) {
    arguments_.type = s.type->handle;
    arguments_.operation = s.op == operation::sum ? MPI_SUM : MPI_PROD;
    arguments_.communicator = s.on->handle;
    arguments_.count = plan_.count;
    arguments_.counts = plan_.counts;
    arguments_.root = plan_.root;
    arguments_.send = plan_.in_place ? MPI_IN_PLACE : s.count == 0 ? nullptr : send_.data();
    arguments_.receive = s.count == 0 ? nullptr : receive_.data();
    // What does not matter may be null.
    if (s.what == shape::reduce && s.offset % 2 == 0 && plan_.results == 0 && is_blocking(s.how))
      arguments_.receive = nullptr;
#ifdef OPEN_MPI
    if (s.offset % 2 == 0 && !plan_.sends) arguments_.send = nullptr;
#endif
    refill(s.offset);
  }

  /// Makes the buffers ready for a call, with numbers from another column on.
  void refill(int offset) {
    offset_ = offset;
    receive_.reset();
    if (uses_send()) fill(send_, world_, plan_.sent);
    if (plan_.in_place) fill(receive_, world_, plan_.sent);
    if (s_.what == shape::reduce_local) fill(receive_, plan_.members[1], plan_.sent);
    sent_before_ = send_;
    received_before_ = receive_;
  }

  [[nodiscard]] int begin(MPI_Request* request) {
    return conformance::begin(s_.what, s_.how, arguments_, long_counts_, request);
  }

  /// What is wrong, if anything, with what came out.
  [[nodiscard]] std::optional<std::string> problem() {
    if (send_ != sent_before_) return "the send buffer or what is around it was written to";
    if (!receive_.intact()) return "memory outside the receive buffer was written to";
    if (plan_.results == 0 && !(receive_ == received_before_) && !(plan_.in_place && s_.what != shape::exscan))
      return "the receive buffer of a rank without a result was written to";
    element const type = s_.type->meaning;
    auto& known = oracle_.known(type, s_.op, plan_.members);
    for (int i = 0; i < plan_.results; ++i) {
      result got{};
      for (std::size_t part = 0; part < type.parts(); ++part)
        got[part] = load(type.format,
                         receive_.data() + static_cast<std::size_t>(i) * type.size() + part * size_of(type.format));
      int const column = (offset_ + plan_.first + i) % columns;
      auto const verdict = oracle_.judge(known, type, s_.op, plan_.members, column, got);
      if (verdict.right) continue;
      std::size_t const part = verdict.expected[0] == got[0] ? 1 : 0;
      return "index " + std::to_string(i) + (type.is_complex ? part == 0 ? " (real part)" : " (imaginary part)" : "") +
             ": expected " + hexadecimal(type.format, verdict.expected[part]) + ", got " +
             hexadecimal(type.format, got[part]) + ", column " + std::to_string(column) + " of" +
             oracle_.shown(type, s_.op, plan_.members, column, part);
    }
    return std::nullopt;
  }

  /// The result, as bytes.
  [[nodiscard]] std::byte const* received() const { return receive_.data(); }
  [[nodiscard]] std::size_t received_size() const { return bytes(plan_.results); }

private:
  struct plan {
    int count = 0;
    std::vector<int> counts;
    int root = 0;
    int sent = 0;     ///< elements this rank contributes
    int room = 0;     ///< elements in its receive buffer
    int results = 0;  ///< how many of those are results
    int first = 0;    ///< which of all results the first of them is
    bool in_place = false;
    bool sends = true;
    std::vector<int> members;  ///< whose numbers the results are of, in order
  };

  [[nodiscard]] std::size_t bytes(int elements) const {
    return static_cast<std::size_t>(elements) * s_.type->meaning.size();
  }
  [[nodiscard]] bool uses_send() const { return !plan_.in_place && plan_.sends; }

  void fill(guarded& buffer, int rank, int count) const {
    auto const size = s_.type->meaning.size();
    auto const& row = oracle_.row(s_.type->meaning, s_.op, rank);
    for (int i = 0; i < count; ++i)
      std::memcpy(buffer.data() + static_cast<std::size_t>(i) * size,
                  row.data() + static_cast<std::size_t>((offset_ + i) % columns) * size, size);
  }

  [[nodiscard]] plan planned() const {
    plan p;
    int const size = size_of(s_.on->handle);
    int const others = static_cast<int>(s_.on->members.size());
    p.in_place = s_.in_place;
    p.members = s_.on->members;
    p.count = p.sent = p.room = p.results = s_.count;
    auto const prefix = [&](int length) { p.members.resize(static_cast<std::size_t>(length)); };
    switch (s_.what) {
    case shape::allreduce:
      break;
    case shape::reduce:
      plan_root(p);
      break;
    case shape::reduce_scatter:
      plan_scatter(p, size, others);
      break;
    case shape::reduce_scatter_block:
      // Both groups must reduce vectors of one length.
      p.count = p.results = s_.on->is_inter ? s_.count * others : s_.count;
      p.sent = p.count * size;
      p.first = p.count * me_;
      p.room = p.in_place ? p.sent : p.results;
      break;
    case shape::scan:
      prefix(me_ + 1);
      break;
    case shape::exscan:
      prefix(me_);
      if (me_ == 0) p.results = 0;
      break;
    case shape::reduce_local:
      p.members = {world_, world_ + 1};
      break;
    }
    return p;
  }

  void plan_root(plan& p) const {
    p.root = s_.root;
    bool const here = s_.on->is_inter ? world_ < s_.on->members[0] : true;  // the lower half has the root
    bool const is_root = here && me_ == s_.root;
    if (!is_root) p.results = 0;
    if (!is_root) p.in_place = false;
    if (!s_.on->is_inter) return;
    if (here) p.root = is_root ? MPI_ROOT : MPI_PROC_NULL;
    p.sends = !here;
    if (here) p.sent = 0;
  }

  // Results of different lengths, some of them empty.
  void plan_scatter(plan& p, int size, int others) const {
    if (s_.on->is_inter) {
      p.counts.assign(static_cast<std::size_t>(size), s_.count * others);
    } else {
      for (int rank = 0; rank < size; ++rank) p.counts.push_back(s_.count * ((rank + s_.offset) % 3));
    }
    p.results = p.counts[static_cast<std::size_t>(me_)];
    p.sent = std::accumulate(p.counts.begin(), p.counts.end(), 0);
    p.first = std::accumulate(p.counts.begin(), p.counts.begin() + me_, 0);
    p.room = p.in_place ? p.sent : p.results;
  }

  oracle& oracle_;
  setting s_;
  int offset_ = 0;
  int me_;
  int world_;
  plan plan_;
  guarded send_, receive_;
  guarded sent_before_{0}, received_before_{0};
  arguments arguments_;
  std::vector<MPI_Count> long_counts_;
};

}  // namespace conformance
