#include "audit/python_frames.hpp"

#include <dlfcn.h>

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

struct object;  // Python's

/// The functions of CPython's stable interface that this takes, found at run time: this library does without Python.
struct interpreter {
  template <class Function> static bool find(Function*& function, char const* name) {
    function = reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
    return function != nullptr;
  }

  int (*is_initialized)();
  void* (*state_of_thread)();
  int (*take_lock)();
  void (*release_lock)(int);
  object* (*present_frame)();
  object* (*attribute)(object*, char const*);
  char const* (*text)(object*);
  long (*number)(object*);
  void (*release)(object*);
  void (*put_error_aside)(object**, object**, object**);
  void (*restore_error)(object*, object*, object*);
  bool is_there;

  interpreter()
      : is_there(find(is_initialized, "Py_IsInitialized") && find(state_of_thread, "PyGILState_GetThisThreadState") &&
                 find(take_lock, "PyGILState_Ensure") && find(release_lock, "PyGILState_Release") &&
                 find(present_frame, "PyEval_GetFrame") && find(attribute, "PyObject_GetAttrString") &&
                 find(text, "PyUnicode_AsUTF8") && find(number, "PyLong_AsLong") && find(release, "Py_DecRef") &&
                 find(put_error_aside, "PyErr_Fetch") && find(restore_error, "PyErr_Restore")) {}
};

interpreter const& python() {
  static interpreter const* const found = new interpreter;  // MPI is called at exit, too
  return *found;
}

/// Keeps other threads out of Python, and the errors of look-ups away from what the program does.
class access {
public:
  access() : state_(python().take_lock()) { python().put_error_aside(&error_[0], &error_[1], &error_[2]); }
  ~access() {
    python().restore_error(error_[0], error_[1], error_[2]);
    python().release_lock(state_);
  }
  access(access const&) = delete;
  access& operator=(access const&) = delete;

private:
  int state_;
  object* error_[3];
};

/// An attribute of an object, held; null where there is none.
class held {
public:
  held(object* of, char const* name) : object_(of != nullptr ? python().attribute(of, name) : nullptr) {}
  ~held() {
    if (object_ != nullptr) python().release(object_);
  }
  held(held&& other) noexcept : object_(other.object_) { other.object_ = nullptr; }
  held& operator=(held&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }

  [[nodiscard]] object* get() const noexcept { return object_; }
  [[nodiscard]] std::string text() const {
    char const* const found = object_ != nullptr ? python().text(object_) : nullptr;
    return found != nullptr ? found : "?";
  }

private:
  object* object_;
};

}  // namespace

std::vector<python_frame> python_frames(std::size_t most) {
  std::vector<python_frame> frames;
  if (!python().is_there || !python().is_initialized() || python().state_of_thread() == nullptr) return frames;
  access const guard;
  object* frame = python().present_frame();
  held caller(nullptr, "");
  while (frame != nullptr && frames.size() < most) {
    held const code(frame, "f_code"), line(frame, "f_lineno");
    if (code.get() == nullptr || line.get() == nullptr) break;  // of the outermost one the caller is None
    frames.push_back(
        {held(code.get(), "co_filename").text(), held(code.get(), "co_name").text(), python().number(line.get())});
    caller = held(frame, "f_back");
    frame = caller.get();
  }
  return frames;
}

bool is_in_python(void const* address) {
  Dl_info here, there;
  return python().is_there && dladdr(address, &here) != 0 &&
         dladdr(reinterpret_cast<void const*>(python().present_frame), &there) != 0 &&
         here.dli_fbase == there.dli_fbase;
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
