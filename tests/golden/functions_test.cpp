// Compares hashes of a million results of every function with MPFR's, which functions.txt holds. A plain program, so
// that it runs wherever the library does: golden_functions_test [--all] [functions.txt]; without --all a hundredth of
// them.
#include <cstring>

#include <isobit/math.hpp>

#include "arithmetic/environment.hpp"
#include "compare_functions.hpp"
#include "support/forced_set.hpp"

namespace isobit::golden {
namespace {

struct by_kernels {
  math::table const& functions = math::functions();

  template <class Function, class T, class... More>
  std::vector<T> operator()(Function const& f, std::vector<T> const& x, More const&... y) const {
    std::vector<T> results(x.size());
    environment_guard environment;
    test::entries_of<T>(functions, f).array(x.data(), y.data()..., results.data(), x.size());
    return results;
  }
};

}  // namespace
}  // namespace isobit::golden

int main(int argc, char** argv) {
  using namespace isobit;
  if (int const status = test::status_of_forced_set(); status != 0) return status;
  bool const all = argc > 1 && std::strcmp(argv[1], "--all") == 0;
  int const path = all ? 2 : 1;
  golden::by_kernels const kernels;
  std::printf("instruction set %s: ", std::string(name(kernels.functions.set)).c_str());
  return golden::compare_functions(argc > path ? argv[path] : ISOBIT_GOLDEN_FOLDER "/functions.txt",
                                   all ? golden::all_arguments : golden::few_arguments, kernels);
}
