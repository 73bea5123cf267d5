#include <dlfcn.h>

#include "common/vector_functions.hpp"
#include "libm_compare.hpp"

namespace isobit::tool {
namespace {

/// One of libmvec's functions, for vectors of one size.
struct vector_function {
  common::vector_calls const* by;
  void* address;
};

/// Those of this machine that libmvec, or a library preloaded in its place, has.
template <class T> std::vector<vector_function> variants_of(math::named_function const& f) {
  std::vector<vector_function> variants;
  for (auto const* by : common::known_vector_calls()) {
    // The last letter: AVX2's functions, not AVX's, which are those of half a vector.
    char const letter = std::string_view(by->letters).back();
    auto const name = common::vector_name<T>(*by, letter, 'N', f.arguments == 2 ? "vv" : "v", f.name);
    if (void* const address = ::dlsym(RTLD_DEFAULT, name.c_str())) variants.push_back({by, address});
  }
  return variants;
}

template <class T> void call(vector_function const& f, T const* x, T const* y, T* out) {
  auto const& calls = common::calls_of<T>(*f.by);
  if (y == nullptr)
    calls.unary(f.address, x, out);
  else
    calls.binary(f.address, x, y, out);
}

template <class T> void apply(vector_function const& f, std::span<T const> x, std::span<T const> y, T* out) {
  std::size_t const lanes = f.by->bytes / sizeof(T), whole = x.size() / lanes * lanes, rest = x.size() - whole;
  for (std::size_t i = 0; i < whole; i += lanes) call(f, &x[i], y.empty() ? nullptr : &y[i], out + i);
  if (rest == 0) return;
  // The last arguments with copies of one of them, so that no other has a say.
  T first[16], second[16], results[16];
  for (std::size_t i = 0; i < lanes; ++i) {
    first[i] = x[whole + std::min(i, rest - 1)];
    if (!y.empty()) second[i] = y[whole + std::min(i, rest - 1)];
  }
  call(f, first, y.empty() ? nullptr : second, results);
  std::copy_n(results, rest, out + whole);
}

template <class T> void compare_vectors(libm_comparison& found, std::uint64_t count) {
  auto const variants = variants_of<T>(*found.function);
  if (variants.empty()) return;
  found.present = true;
  std::uint64_t changed = 0;
  std::vector<T> other(libm_block);
  std::vector<char> differs(libm_block);
  auto const libmvec = [&](std::span<T const> x, std::span<T const> y, T* out) {
    apply(variants.back(), x, y, out);
    differs.assign(x.size(), 0);
    for (std::size_t v = 0; v + 1 < variants.size(); ++v) {
      apply(variants[v], x, y, other.data());
      for (std::size_t i = 0; i < x.size(); ++i) differs[i] |= static_cast<char>(!same_result(other[i], out[i]));
    }
    changed += static_cast<std::uint64_t>(std::ranges::count(differs, 1));
  };
  compare_results<T>(found, count, libmvec, [](std::uint64_t, T) {});
  if (variants.size() > 1) found.changed = changed;
}

}  // namespace

libmvec_comparison compare_libmvec(std::uint64_t count, progress& bar) {
  // Where it is not there, neither are its functions; it stays, as a program's would.
  ::dlopen("libmvec.so.1", RTLD_NOW | RTLD_GLOBAL);
  return {common::known_vector_calls().back()->bytes,
          compare_functions(bar, [count]<class T>(libm_comparison& found, T) { compare_vectors<T>(found, count); })};
}

}  // namespace isobit::tool
