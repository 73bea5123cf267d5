#include "sum/accumulate.hpp"

#include <isobit/error.hpp>

#include "sum/round.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation {

namespace {

template <class State, class Term> void add_checked(State& state, Term term, std::size_t n) {
  if (n == 0) return;
  bool null = term.x == nullptr;
  if constexpr (requires { term.y; }) null |= term.y == nullptr;
  if (null) throw error(status::invalid_argument, "isobit: null pointer with a size; pass an empty span for no values");
  add_in_standard_environment(machine_for<Term>(), term, n, state);
}

}  // namespace

void accumulate(exact& state, double const* x, std::size_t n) { add_checked(state, f64_values{x}, n); }
void accumulate(exact& state, float const* x, std::size_t n) { add_checked(state, f32_values{x}, n); }
void accumulate(exact_product& state, double const* x, std::size_t n) { add_checked(state, f64_values{x}, n); }
void accumulate(exact_product& state, float const* x, std::size_t n) { add_checked(state, f32_values{x}, n); }
void accumulate_products(exact& state, float const* x, float const* y, std::size_t n) {
  add_checked(state, f32_products{x, y}, n);
}
void accumulate_products(exact_product& state, float const* x, float const* y, std::size_t n) {
  add_checked(state, f32_products{x, y}, n);
}
void accumulate_products(exact_product& state, double const* x, double const* y, std::size_t n) {
  add_checked(state, f64_products{x, y}, n);
}

}  // namespace summation
ISOBIT_NAMESPACE_END
