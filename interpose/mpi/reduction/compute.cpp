#include "reduction/compute.hpp"

#include <algorithm>

#include "base/scratch.hpp"
#include "column/exchange.hpp"
#include "log/stopwatch.hpp"
#include "reduction/limbs.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

bool can_go_as_limbs(reduction const& call, recipe const& how) {
  return how.how == rule::exact && limb_exchange::takes(call);
}

route choose(reduction const& call, recipe const& how) {
  auto const forced = the_settings().forced;
  bool const transposable = !call.is_scatter() && !call.ranks.is_inter;
  bool const limbs = can_go_as_limbs(call, how);
  if (forced == route::limbs && limbs) return route::limbs;
  if (forced == route::gather || !transposable) return route::gather;
  if (forced == route::transpose) return route::transpose;
  auto const contributors = static_cast<std::size_t>(call.ranks.contributors);
  if (contributors == 2 || contributors * call.bytes() <= columns::small_exchange) return route::gather;
  return limbs && columns::goes_as_accumulators(contributors, call.count) ? route::limbs : route::transpose;
}

int by_gathering(reduction const& call, recipe const& how, void* result, observer* watching) {
  gathering const exchange(call);
  scratch buffer(exchange.bytes());
  int const code = exchange.run(buffer.data(), at_once());
  if (code == MPI_SUCCESS) reduce_rows(call, how, exchange.received(buffer.data()), result, watching);
  return code;
}

int by_limbs(reduction const& call, void* result) {
  limb_exchange exchange(call);
  int const code = exchange.run(at_once());
  if (code == MPI_SUCCESS) exchange.finish(result);
  return code;
}

/// Sends the results of this rank's block to those who want them.
int distribute(reduction const& call, carrier by, layout const& blocks, std::byte const* mine, void* result) {
  count_type const count = blocks.counts[static_cast<std::size_t>(call.ranks.rank)];
  auto const* const counts = blocks.counts.data();
  auto const* const firsts = blocks.firsts.data();
  return call.what == form::reduce
             ? ISOBIT_BLOCKING(Gatherv)(mine, count, by.type, result, counts, firsts, by.type, call.root, call.comm)
             : ISOBIT_BLOCKING(Allgatherv)(mine, count, by.type, result, counts, firsts, by.type, call.comm);
}

int transpose(carrier by, void const* in, layout const& sent, void* out, layout const& received, MPI_Comm comm) {
  return ISOBIT_BLOCKING(Alltoallv)(in, sent.counts.data(), sent.firsts.data(), by.type, out, received.counts.data(),
                                    received.firsts.data(), by.type, comm);
}

int by_transposing(reduction const& call, recipe const& how, void* result, observer* watching) {
  int const ranks = call.ranks.contributors;
  auto const by = carrier::of(call.type);
  auto const elements = columns::blocks_of(call.count, static_cast<std::size_t>(ranks));
  std::size_t const mine = elements[static_cast<std::size_t>(call.ranks.rank)];
  std::size_t const row = mine * call.type.size();
  auto blocks = layout::of(elements, by);
  auto rows_of_block = layout::even(ranks, mine, by);
  scratch columns(row * static_cast<std::size_t>(ranks));
  int const code = transpose(by, call.input(), blocks, columns.data(), rows_of_block, call.comm);
  if (code != MPI_SUCCESS) return code;
  rows in{columns.data(), row, ranks, mine};
  if (call.what != form::scan && call.what != form::exscan) {
    scratch sums(row);
    reduce_rows(call, how, in, sums.data(), watching);
    return distribute(call, by, blocks, sums.data(), result);
  }
  // Each rank's own results of this block: a row a rank.
  scratch outcomes(row * static_cast<std::size_t>(ranks));
  for (int rank = 0; rank < ranks; ++rank) {
    in.ranks = call.what == form::scan ? rank + 1 : rank;
    reduce_rows(call, how, in, outcomes.data() + row * static_cast<std::size_t>(rank), watching);
  }
  if (call.what == form::exscan) {
    rows_of_block.counts.front() = 0;
    if (call.ranks.rank == 0) std::ranges::fill(blocks.counts, count_type{0});
  }
  return transpose(by, outcomes.data(), rows_of_block, result, blocks, call.comm);
}

int compute_at_once(reduction const& call, recipe const& how, void* result, observer* watching, route way) {
  switch (way) {
  case route::gather:
    return by_gathering(call, how, result, watching);
  case route::transpose:
    return by_transposing(call, how, result, watching);
  case route::limbs:
    return by_limbs(call, result);
  }
  return MPI_ERR_INTERN;
}

/// How many elements are reduced at once.
std::size_t chunk_of(reduction const& call, route way) {
  auto const contributors = static_cast<std::size_t>(call.ranks.contributors);
  if (call.is_scatter()) return call.count;
  std::size_t most = 0;
  switch (way) {
  case route::gather:
    most = columns::gathered_at_once(call.count, call.type.size(), contributors);
    break;
  case route::transpose:
    most = std::max(columns::large_exchange / call.type.size(), contributors);
    break;
  case route::limbs:
    most = columns::large_exchange / limb_exchange::bytes_of_a_number;
    break;
  }
  return (most + 1) / 2 * 2;  // whole words, of floats too
}

}  // namespace

void reduce_rows(reduction const& call, recipe const& how, rows const& in, void* result, observer* watching) {
  if (in.count == 0 || in.ranks == 0) return;
  if (watching == nullptr) return columns::reduce(how, call.operation_kind, call.type, in, result);
  // Whoever watches looks at what is still in the cache: in the first one, where there are two ranks.
  constexpr std::size_t block = 1024;
  for (std::size_t first = 0; first < in.count; first += block) {
    std::size_t const skipped = first * call.type.size();
    rows const part{in.first + skipped, in.stride, in.ranks, std::min(block, in.count - first)};
    auto* const part_result = static_cast<std::byte*>(result) + skipped;
    columns::reduce(how, call.operation_kind, call.type, part, part_result);
    // Looking at a few numbers takes less time than the clock does.
    std::optional<stopwatch> timing;
    if (part.count >= 64) timing.emplace(watching->time);
    if (watching->passing != nullptr)
      watching->passing->add(call.operation_kind, part, part_result);
    else
      watching->facts = inspect(call.operation_kind, call.type, part, part_result, watching->facts);
  }
  watching->saw_columns = true;
}

bool passes_all(reduction const& call, recipe const& how) {
  constexpr std::size_t few = 64;  // that look at everything one by one sooner
  return call.what == form::allreduce && call.count > few && !call.ranks.is_inter && choose(call, how) == route::gather;
}

bool starts_as_limbs(reduction const& call, recipe const& how) {
  if (!can_go_as_limbs(call, how) || the_settings().forced == route::gather) return false;
  // MPI may count by int.
  if (call.count * 2 * limb_exchange::bytes_of_a_number / sizeof(std::int64_t) > std::size_t{1} << 31) return false;
  auto const gathered = static_cast<std::size_t>(call.ranks.contributors) * size_of(call.type.format);
  return the_settings().forced == route::limbs ||
         (!call.is_scatter() && gathered > 2 * limb_exchange::bytes_of_a_number);
}

int compute(reduction const& call, recipe const& how, void* result, observer* watching) {
  route const way = choose(call, how);
  std::size_t const chunk = chunk_of(call, way);
  if (call.count <= chunk) return compute_at_once(call, how, result, watching, way);
  reduction piece = call;
  for (std::size_t first = 0; first < call.count; first += chunk) {
    std::size_t const skipped = first * call.type.size();
    piece.count = std::min(chunk, call.count - first);
    if (call.send != MPI_IN_PLACE) piece.send = static_cast<std::byte const*>(call.send) + skipped;
    if (call.receive != nullptr) piece.receive = static_cast<std::byte*>(call.receive) + skipped;
    int const code = compute_at_once(piece, how, static_cast<std::byte*>(result) + skipped, watching, way);
    if (code != MPI_SUCCESS) return code;
  }
  return MPI_SUCCESS;
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
