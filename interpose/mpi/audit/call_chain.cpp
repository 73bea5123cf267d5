#include "audit/call_chain.hpp"

#include <pthread.h>

#include "audit/call_site.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

/// The stack of a thread: a walk outwards from an address inside stays inside until it reaches the end.
struct address_range {
  std::uintptr_t begin = 0, end = 0;
};
constinit thread_local address_range own_stack;

address_range const& stack_of_thread() noexcept {
  if (own_stack.end != 0) return own_stack;
  own_stack = {1, 1};
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return own_stack;
  void* lowest = nullptr;
  std::size_t size = 0;
  if (pthread_attr_getstack(&attributes, &lowest, &size) == 0)
    own_stack = {reinterpret_cast<std::uintptr_t>(lowest), reinterpret_cast<std::uintptr_t>(lowest) + size};
  pthread_attr_destroy(&attributes);
  return own_stack;
}

__attribute__((no_sanitize("address"))) void const* word_at(std::uintptr_t place) noexcept {
  return *reinterpret_cast<void const* const volatile*>(place);
}

}  // namespace

void chain_reader::facts::learn_step(std::intptr_t seen) noexcept {
  std::intptr_t known = unknown;
  if (!step.compare_exchange_strong(known, seen) && known != seen) step = varies;
}

std::optional<call_chain> chain_reader::guess() const noexcept {
  address_range const& stack = stack_of_thread();
  auto const frame = reinterpret_cast<std::uintptr_t>(origin::stack_frame());
  // Programs may run on stacks of their own making.
  if (frame < stack.begin || frame >= stack.end) return std::nullopt;
  std::uintptr_t place = frame + sizeof(void*);
  if (place >= stack.end || word_at(place) != origin::return_address()) return std::nullopt;
  call_chain chain = {};
  for (std::size_t found = 0; place <= stack.end - sizeof(void*);) {
    void const* const address = word_at(place);
    facts const* const known = known_.find(address);
    if (known == nullptr) return std::nullopt;
    if (!known->is_in_wrapper) {
      chain[found++] = address;
      if (found == chain.size()) return chain;
    }
    std::intptr_t const step = known->step.load(std::memory_order_relaxed);
    if (step == facts::outermost) return chain;
    if (step <= 0) return std::nullopt;
    place += static_cast<std::uintptr_t>(step);
  }
  return std::nullopt;
}

call_chain chain_reader::unwind() {
  call_chain chain = {};
  std::size_t found = 0;
  facts* inner = nullptr;
  std::uintptr_t inner_place = 0;
  walk_stack([&](void* address, std::uintptr_t stack_pointer) {
    // Where x86-64 keeps it; elsewhere nothing is learned and every call unwinds.
    std::uintptr_t const place = stack_pointer - sizeof(void*);
    bool const is_there = word_at(place) == address;
    if (inner != nullptr)
      inner->learn_step(is_there && place > inner_place ? static_cast<std::intptr_t>(place - inner_place)
                                                        : facts::varies);
    inner = facts_of(address);
    inner_place = place;
    bool const is_wrapper = inner != nullptr ? inner->is_in_wrapper : is_in_wrapper(address);
    if (!is_wrapper) chain[found++] = address;
    return found < chain.size();
  });
  if (found < chain.size() && inner != nullptr) inner->learn_step(facts::outermost);
  if (found == 0) chain[0] = origin::return_address();
  return chain;
}

chain_reader::facts* chain_reader::facts_of(void const* address) {
  if (facts* const known = known_.find(address)) return known;
  std::scoped_lock const lock(mutex_);
  if (facts* const known = known_.find(address)) return known;
  return known_.insert(address, is_in_wrapper(address));
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
