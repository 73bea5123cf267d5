#include "../operation.hpp"
#include "../oracle.hpp"
#include "common/plain_sum.hpp"
#include "contenders.hpp"

namespace bench::sum {
namespace {

template <class T> T exact_value(aligned_vector<T> const& values) {
  oracle exact;
  for (T const x : values) exact.add(static_cast<double>(x));
  return exact.round<T>();
}

template <class T> outcome run(test_case const& test, effort const& how) {
  using view = std::span<T const>;
  using input = aligned_vector<T>;
  std::vector<input> inputs;
  for (std::size_t k = 0; k < inputs_for(test.size); ++k)
    inputs.push_back(make_values<T>(test.values, test.size, seed + k));

  auto const exact_sum = [threads = test.threads](input const& values) {
    return threads == 1 ? isobit(view(values)) : isobit_threads(view(values), threads);
  };
  std::vector<contender> contenders;
  if (test.threads == 1) {
    contenders.push_back(make_contender(has_avx2() ? "plain_avx2" : "plain_portable", inputs,
                                        [](input const& values) { return plain_sum<T>(values); }));
    contenders.push_back(make_contender("isobit", inputs, [](input const& values) { return isobit(view(values)); }));
    contenders.push_back(
        make_contender("standard", inputs, [](input const& values) { return standard_sum(view(values)); }));
#if defined(__x86_64__)
    if (has_avx512())
      contenders.push_back(
          make_contender("plain_avx512", inputs, [](input const& values) { return plain_sum_avx512(view(values)); }));
#endif
  } else {
    contenders.push_back(make_contender("plain_threads", inputs, [threads = test.threads](input const& values) {
      return on_threads<T>(values.size(), threads, [&](std::size_t first, std::size_t last) {
        return plain_sum<T>(view(values).subspan(first, last - first));
      });
    }));
    contenders.push_back(make_contender("isobit", inputs, exact_sum));
  }

  outcome result{measure(contenders, how), true};
  for (auto const& values : inputs)
    if (!same_bits(exact_sum(values), exact_value(values))) result.correct = false;
  return result;
}

}  // namespace

outcome run_f64(test_case const& test, effort const& how) { return run<double>(test, how); }
outcome run_f32(test_case const& test, effort const& how) { return run<float>(test, how); }

}  // namespace bench::sum
