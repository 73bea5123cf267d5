#include "sums.h"

#include <cstdio>
#include <optional>
#include <type_traits>

#include <isobit/sum/readable_bytes.hpp>

#include "kinds.hpp"

namespace isobit::sql {
namespace {

thread_local char last_refusal[256] = "";

/// What was added up before, if anything was, and the rows that wait.
template <class Sums> Sums total_of(Sums const* sums, rows x, rows y) {
  static_assert(std::is_trivially_copyable_v<Sums>, "hosts copy and forget them");
  Sums total = sums == nullptr ? Sums() : *sums;
  total.add(x, y);
  return total;
}

/// Results of few rows that need no accumulator; what is divided by a count only where these are all the rows.
std::optional<double> short_result(isobit_sql_kind kind, rows x, rows y, std::uint64_t count,
                                   isobit_sql_result wanted) {
  if (kind == ISOBIT_SQL_PRODUCTS)
    return wanted == ISOBIT_SQL_FLOAT_SUM ? static_cast<double>(dot<float>(x, y)) : dot(x, y);
  switch (wanted) {
  case ISOBIT_SQL_SUM:
    return sum(x);
  case ISOBIT_SQL_FLOAT_SUM:
    return static_cast<double>(sum<float>(x));
  case ISOBIT_SQL_MEAN:
    if (count == x.size()) return mean(x);
    break;
  case ISOBIT_SQL_VARIANCE:
    if (count == x.size()) return variance(x);
    break;
  case ISOBIT_SQL_DEVIATION:
    if (count == x.size()) return standard_deviation(x);
    break;
  }
  return std::nullopt;
}

}  // namespace

isobit_sql_status refused(error const& refusal) noexcept {
  std::snprintf(last_refusal, sizeof last_refusal, "%s", refusal.what());
  bool const by_bytes = refusal.code() == status::malformed_bytes || refusal.code() == status::out_of_range;
  return by_bytes ? ISOBIT_SQL_BAD_BYTES : ISOBIT_SQL_UNSUPPORTED;
}

}  // namespace isobit::sql

using namespace isobit::sql;

size_t isobit_sql_sums_size(isobit_sql_kind kind) {
  return with(kind, static_cast<void*>(nullptr), [](auto* sums) { return sizeof *sums; });
}

void isobit_sql_sums_start(isobit_sql_kind kind, void* memory) {
  with(kind, memory, [](auto* sums) { new (sums) std::remove_pointer_t<decltype(sums)>(); });
}

isobit_sql_status isobit_sql_sums_add(isobit_sql_kind kind, void* memory, double const* x, double const* y, size_t n) {
  return guarded([&] { with(kind, memory, [&](auto* sums) { sums->add(rows(x, n), rows(y, y ? n : 0)); }); });
}

isobit_sql_status isobit_sql_sums_add_moments(void* memory, double const* values, size_t m, double const* squares,
                                              size_t n) {
  return guarded([&] { static_cast<moments*>(memory)->add_doubles(rows(values, m), rows(squares, n)); });
}

void isobit_sql_sums_merge(isobit_sql_kind kind, void* into, void const* from) {
  with(kind, into, [&](auto* sums) { sums->merge(*static_cast<decltype(sums)>(const_cast<void*>(from))); });
}

isobit_sql_status isobit_sql_sums_result(isobit_sql_kind kind, void const* memory, double const* x, double const* y,
                                         size_t n, uint64_t count, isobit_sql_result wanted, double* result) {
  return guarded([&] {
    rows const left(x, n), right(y, y ? n : 0);
    if (memory == nullptr)
      if (auto const few = short_result(kind, left, right, count, wanted)) {
        *result = *few;
        return;
      }
    *result = with(kind, memory, [&](auto const* sums) { return finish(total_of(sums, left, right), count, wanted); });
  });
}

isobit_sql_status isobit_sql_sums_state(isobit_sql_kind kind, void const* memory, double const* x, double const* y,
                                        size_t n, unsigned char* bytes, size_t* size) {
  return guarded([&] {
    *size = with(kind, memory, [&](auto const* sums) {
      return write_state(total_of(sums, rows(x, n), rows(y, y ? n : 0)).sum, bytes);
    });
  });
}

isobit_sql_status isobit_sql_sums_write(isobit_sql_kind kind, void const* memory, unsigned char* bytes, size_t* size) {
  return guarded([&] {
    *size = with(kind, memory, [&](auto const* sums) {
      std::size_t written = write_state(sums->sum, bytes);
      if constexpr (requires { sums->squares; }) written += write_state(sums->squares, bytes + written);
      return written;
    });
  });
}

isobit_sql_status isobit_sql_sums_read(isobit_sql_kind kind, void* memory, unsigned char const* bytes, size_t size) {
  return guarded([&] {
    with(kind, memory, [&](auto* sums) {
      auto const all = as_bytes(bytes, size);
      std::size_t const first = requires { sums->squares; }
      ? isobit::detail::size_of_first_state(all) : size;
      sums->sum = decltype(sums->sum)::deserialise(all.first(first));
      if constexpr (requires { sums->squares; }) sums->squares = isobit::exact_product::deserialise(all.subspan(first));
    });
  });
}

isobit_sql_status isobit_sql_sums_add_state(void* memory, unsigned char const* bytes, size_t size) {
  return guarded(
      [&] { static_cast<products*>(memory)->sum.merge(isobit::exact_product::deserialise(as_bytes(bytes, size))); });
}

isobit_sql_status isobit_sql_state_value(unsigned char const* bytes, size_t size, double* value) {
  return guarded([&] { *value = isobit::exact_product::deserialise(as_bytes(bytes, size)).round(); });
}

char const* isobit_sql_why(isobit_sql_status status) {
  return status == ISOBIT_SQL_OUT_OF_MEMORY ? "isobit: out of memory" : last_refusal;
}
