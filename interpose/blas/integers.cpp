#include "integers.hpp"

#include <algorithm>
#include <atomic>
#include <string>
#include <string_view>

#include "loaded.hpp"
#include "message.hpp"

namespace isobit::interpose::blas {

namespace {

std::atomic<void const*> last_wide_library = nullptr;

/// idamax of three numbers, the last of them the largest. `above` are the upper halves of the count, which is negative
/// for who reads all of it if they are.
int place_of_largest(void* idamax, std::int32_t above) {
  alignas(8) std::int32_t const count[2] = {3, above}, step[2] = {1, 0};
  double const numbers[3] = {1, 2, 3};
  return reinterpret_cast<int (*)(void const*, double const*, void const*)>(idamax)(count, numbers, step);
}

/// What a library without idamax is called.
bool is_named_wide(void* function) {
  std::string const name = library_name(function);
  constexpr std::string_view words[] = {"ilp64", "blas64", "lapack64", "blis64"};
  return std::ranges::any_of(words, [&](auto word) { return name.find(word) != name.npos; });
}

}  // namespace

bool has_open_integers(routine const& which) {
  std::string_view const name = which.name;
  return !name.starts_with("scipy_") && !name.ends_with("64_") && !name.ends_with("_64");
}

bool has_wide_integers(void* function) {
  void* const idamax = beside(function, "idamax_");
  if (idamax == nullptr) return is_named_wide(function);
  return place_of_largest(idamax, 0) == 3 && place_of_largest(idamax, -1) == 0;
}

void take_wide_integers(routine& which, void const* function) {
  last_wide_library = function;
  if (which.own == nullptr) return;
  std::string const name = std::string(which.name) + "64_";
  for (routine const& each : routines())
    if (each.name == name) return __atomic_store_n(&which.own, each.own, __ATOMIC_RELAXED);
  fail(std::string(which.name) +
       " has 64-bit integers here, which isobit has not. ISOBIT_BLAS=off leaves it to the real "
       "library");
}

void const* wide_library() { return last_wide_library; }

}  // namespace isobit::interpose::blas
