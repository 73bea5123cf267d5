#pragma once

#include <cstddef>
#include <memory>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// Numbers at an address that vectors like; not set to anything. A thread keeps a few for its next call: memory fresh
/// from the system costs as much as the packing that fills it.
class workspace {
public:
  explicit workspace(std::size_t count);
  [[nodiscard]] double* data() const noexcept { return data_.get(); }

private:
  struct give_back {
    std::size_t bytes;
    void operator()(double* p) const noexcept;
  };
  std::unique_ptr<double, give_back> data_;
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
