#pragma once

#include <cstddef>
#include <memory>
#include <new>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// Numbers at an address that vectors like; not set to anything.
class workspace {
public:
  explicit workspace(std::size_t count)
      : data_(static_cast<double*>(::operator new (count * sizeof(double), std::align_val_t{alignment}))) {}
  [[nodiscard]] double* data() const noexcept { return data_.get(); }

private:
  static constexpr std::size_t alignment = 64;
  struct release {
    void operator()(double* p) const noexcept { ::operator delete (p, std::align_val_t{alignment}); }
  };
  std::unique_ptr<double, release> data_;
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
