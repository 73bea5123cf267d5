#include <isobit/isobit.hpp>

#include "../operation.hpp"
#include "common/plain_sum.hpp"

namespace bench::method {
namespace {

template <class T> using method = T (*)(std::span<T const>, std::size_t threads);

template <class A> typename A::value_type reduced(std::span<typename A::value_type const> values, std::size_t threads) {
  return threads == 1 ? isobit::sum<A>(values, isobit::serial()) : isobit::sum<A>(values, isobit::threads(threads));
}
template <class T> T tree(std::span<T const> values, std::size_t threads) {
  return threads == 1 ? isobit::tree_sum(values, isobit::serial()) : isobit::tree_sum(values, isobit::threads(threads));
}
template <class T> T exact(std::span<T const> values, std::size_t threads) {
  return threads == 1 ? isobit::sum(values, isobit::serial()) : isobit::sum(values, isobit::threads(threads));
}

template <class T> outcome run(test_case const& test, effort const& how) {
  using input = aligned_vector<T>;
  using view = std::span<T const>;
  std::vector<std::pair<char const*, method<T>>> methods = {
      {"exact", exact<T>},
      {"binned:1", reduced<isobit::binned<T, 1>>},
      {"binned:2", reduced<isobit::binned<T, 2>>},
      {"binned:3", reduced<isobit::binned<T, 3>>},
      {"binned:4", reduced<isobit::binned<T, 4>>},
      {"double-sweep:1", reduced<isobit::double_sweep<T, 1>>},
      {"double-sweep:2", reduced<isobit::double_sweep<T, 2>>},
      {"single-sweep:2", reduced<isobit::single_sweep<T, 2>>},
      {"single-sweep:3", reduced<isobit::single_sweep<T, 3>>},
      {"tree", tree<T>},
      {"kahan", reduced<isobit::kahan<T>>},
      {"knuth", reduced<isobit::knuth<T>>},
      {"extended", reduced<isobit::extended<T>>},
  };

  // The sweeps of floats end where n * 2^-23 reaches a tenth.
  if (std::same_as<T, float> && test.size > 800000)
    std::erase_if(methods,
                  [](auto const& one) { return std::string_view(one.first).find("sweep") != std::string_view::npos; });
  std::vector<input> inputs;
  for (std::size_t k = 0; k < inputs_for(test.size); ++k)
    inputs.push_back(make_values<T>(test.values, test.size, seed + k));
  std::vector<contender> contenders;
  contenders.push_back(make_contender(has_avx2() ? "plain_avx2" : "plain_portable", inputs,
                                      [threads = test.threads](input const& values) {
                                        if (threads == 1) return plain_sum<T>(values);
                                        return on_threads<T>(values.size(), threads, [&](auto first, auto last) {
                                          return plain_sum<T>(view(values).subspan(first, last - first));
                                        });
                                      }));
  for (auto const& [name, call] : methods)
    contenders.push_back(make_contender(
        name, inputs, [call = call, threads = test.threads](input const& values) { return call(values, threads); }));

  outcome result{measure(contenders, how), true};
  for (auto const& values : inputs)
    for (auto const& [name, call] : methods)
      if (!same_bits(call(values, 1), call(values, 3))) result.correct = false;
  return result;
}

}  // namespace

outcome run_f64(test_case const& test, effort const& how) { return run<double>(test, how); }
outcome run_f32(test_case const& test, effort const& how) { return run<float>(test, how); }

}  // namespace bench::method
