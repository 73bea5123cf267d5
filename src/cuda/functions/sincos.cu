#include "cuda/functions/entries.cuh"

#include "math/cos/cos.hpp"
#include "math/cos/cos_definition.hpp"
#include "math/cos/cos_fixed.hpp"
#include "math/sin/sin.hpp"
#include "math/sin/sin_definition.hpp"
#include "math/sin/sin_fixed.hpp"
#include "math/sincos/sincos.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {
namespace {

using namespace math::ISOBIT_TARGET;

/// Both from one reduction; what that leaves open is for sin and cos.
template <class T> struct two_results {
  T *sines, *cosines;

  __device__ bool fast_tier(std::size_t i, T x) const {
    if (!inside_sincos<T>(double{x})) return false;
    auto const result = tested_sincos<T>(double{x});
    if (!result.sine || !result.cosine) return false;
    sines[i] = static_cast<T>(*result.sine), cosines[i] = static_cast<T>(*result.cosine);
    return true;
  }
  __device__ void remaining_tiers(std::size_t i, T x) const {
    sines[i] = correctly_rounded<sin_fast, math::sin_definition>(x);
    cosines[i] = correctly_rounded<cos_fast, math::cos_definition>(x);
  }
};

template <class T>
void apply_sincos(on_stream const& on, std::span<T const> in, std::span<T> sines, std::span<T> cosines) {
  constexpr char name[] = "cuda::cr::sincos";
  math::check_arrays(name, in, sines, cosines);
  if (in.empty()) return;
  int const device = functions::device_of<T>(name, on, {in.data(), sines.data(), cosines.data()});
  functions::launch<T>(two_results<T>{sines.data(), cosines.data()}, device, on.stream, in.size(), in.data());
}

}  // namespace

namespace cr {

void sincos(std::span<double const> in, std::span<double> sines, std::span<double> cosines, on_stream const& on) {
  apply_sincos(on, in, sines, cosines);
}
void sincos(std::span<float const> in, std::span<float> sines, std::span<float> cosines, on_stream const& on) {
  apply_sincos(on, in, sines, cosines);
}

}  // namespace cr
}  // namespace cuda
ISOBIT_NAMESPACE_END
