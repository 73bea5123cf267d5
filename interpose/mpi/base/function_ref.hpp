#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

template <class Signature> class function_ref;

/// A callable that somebody else keeps: unlike std::function it never allocates.
template <class Result, class... Arguments> class function_ref<Result(Arguments...)> {
public:
  template <class Function>
    requires(!std::is_same_v<std::remove_cvref_t<Function>, function_ref>)
  function_ref(Function&& function)
  noexcept
      : object_(const_cast<void*>(static_cast<void const*>(std::addressof(function)))),
        call_([](void* object, Arguments... arguments) -> Result {
          return (*static_cast<std::remove_reference_t<Function>*>(object))(std::forward<Arguments>(arguments)...);
        }) {}
  Result operator()(Arguments... arguments) const { return call_(object_, std::forward<Arguments>(arguments)...); }

private:
  void* object_;
  Result (*call_)(void*, Arguments...);
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
