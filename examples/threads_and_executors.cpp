// The same bits from one thread, several threads, and a pool of one's own.
#include <isobit/isobit.hpp>

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "expect.hpp"

/// A stand-in for a program's own pool: two workers that take the next part as they come free.
struct small_pool {
  void parallel_for(std::size_t parts, isobit::task_ref body) const {
    std::atomic<std::size_t> next = 0;
    auto const work = [&] {
      for (std::size_t part = next++; part < parts; part = next++) body(part);
    };
    std::thread helper(work);
    work();
    helper.join();
  }
};

int main() {
  std::vector<double> values(1000000);
  std::uint64_t state = 1;
  for (auto& x : values) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    x = static_cast<double>(static_cast<std::int64_t>(state)) * 0x1p-60;
  }

  double const expected = isobit::sum(values, isobit::serial());
  expect("one thread", expected, 0x1.822bfadcf8bddp+10);
  expect("three threads", isobit::sum(values, isobit::threads(3)), expected);
  expect("as many as the process may keep busy", isobit::sum(values, isobit::threads()), expected);
  expect("chosen by the size", isobit::sum(values), expected);

  small_pool const pool;
  isobit::executor const driver(7, [&](std::size_t parts, isobit::task_ref body) { pool.parallel_for(parts, body); });
  expect("a pool of one's own, seven parts", isobit::sum(values, driver), expected);
  expect("its dot product", isobit::dot(values, values, driver), isobit::squared_norm(values));
  return failures;
}
