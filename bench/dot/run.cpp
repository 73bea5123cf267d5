#include "../operation.hpp"
#include "../oracle.hpp"
#include "common/machine.hpp"
#include "contenders.hpp"

namespace bench::dot {
namespace {

using input = vector_pair<double>;
using view = std::span<double const>;

double exact_value(input const& pair) {
  oracle exact;
  for (std::size_t i = 0; i < pair.x.size(); ++i) exact.add_product(pair.x[i], pair.y[i]);
  return exact.round<double>();
}

double plain(view x, view y) {
#if defined(__x86_64__)
  static bool const avx2 = has_avx2();
  if (avx2) return plain_avx2(x, y);
#endif
  return plain_portable(x, y);
}

}  // namespace

outcome run_f64(test_case const& test, effort const& how) {
  std::vector<input> inputs;
  for (std::size_t k = 0; k < inputs_for(2 * test.size); ++k)
    inputs.push_back(make_pair<double>(test.values, test.size, seed + k));

  auto const exact_dot = [threads = test.threads](input const& pair) {
    return threads == 1 ? isobit(pair.x, pair.y) : isobit_threads(pair.x, pair.y, threads);
  };
  std::vector<contender> contenders;
  if (test.threads == 1) {
    contenders.push_back(make_contender(has_avx2() ? "plain_avx2" : "plain_portable", inputs,
                                        [](input const& pair) { return plain(pair.x, pair.y); }));
    contenders.push_back(make_contender("isobit", inputs, [](input const& pair) { return isobit(pair.x, pair.y); }));
#if defined(ISOBIT_BENCH_OPENBLAS)
    contenders.push_back(
        make_contender("openblas", inputs, [](input const& pair) { return openblas(pair.x, pair.y); }));
#endif
#if defined(__x86_64__)
    if (has_avx512())
      contenders.push_back(
          make_contender("plain_avx512", inputs, [](input const& pair) { return plain_avx512(pair.x, pair.y); }));
#endif
  } else {
    contenders.push_back(make_contender("plain_threads", inputs, [threads = test.threads](input const& pair) {
      return on_threads<double>(pair.x.size(), threads, [&](std::size_t first, std::size_t last) {
        return plain(view(pair.x).subspan(first, last - first), view(pair.y).subspan(first, last - first));
      });
    }));
    contenders.push_back(make_contender("isobit", inputs, exact_dot));
  }

  outcome result{measure(contenders, how), true};
  for (auto const& pair : inputs)
    if (!same_bits(exact_dot(pair), exact_value(pair))) result.correct = false;
  return result;
}

}  // namespace bench::dot
