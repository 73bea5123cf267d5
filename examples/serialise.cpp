// Parts of a sum computed apart, sent as bytes, and put together: the same bits as in one go.
#include <isobit/isobit.hpp>

#include <cstddef>
#include <vector>

#include "expect.hpp"

int main() {
  std::vector<double> const here = {1e100, 0.1, 7.0};
  std::vector<double> const there = {-1e100, 0x1p-1074, -7.0};

  isobit::exact sender;
  sender.add(there);
  std::vector<std::byte> const message = sender.serialise();  // little-endian, the same on every machine

  isobit::exact receiver;
  receiver.add(here);
  receiver.merge(isobit::exact::deserialise(message));
  expect("put together", receiver.round(), 0.1);

  isobit::exact together;
  for (double const x : there) together.add(x);
  for (double const x : here) together.add(x);
  expect("the same state as in one go", together == receiver);
  expect("the same bytes too", together.serialise() == receiver.serialise());

  auto damaged = message;
  damaged.pop_back();
  bool refused = false;
  try {
    (void)isobit::exact::deserialise(damaged);
  } catch (isobit::error const& problem) {
    refused = problem.code() == isobit::status::malformed_bytes;
    std::printf("a damaged message: %s\n", problem.what());
  }
  expect("a damaged message is refused", refused);
  return failures;
}
