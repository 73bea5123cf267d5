// The papers' methods side by side, and how a state travels.

#include <algorithm>
#include <isobit/isobit.hpp>
#include <random>
#include <vector>

#include "expect.hpp"

int main() {
  std::vector<double> values(100000);
  std::mt19937_64 random(1);
  for (double& x : values) x = static_cast<double>(random() >> 11) * 0x1p-53 - 0.5;
  std::vector<double> shuffled = values;
  std::shuffle(shuffled.begin(), shuffled.end(), random);

  // Order-free: the same bits for every order and every driver.
  using isobit::binned, isobit::double_sweep, isobit::single_sweep, isobit::sum, isobit::threads;
  expect("binned: any order, any driver", sum<binned<double, 3>>(values), sum<binned<double, 3>>(shuffled, threads(3)));
  expect("double sweep: any order, any driver", sum<double_sweep<double, 2>>(values),
         sum<double_sweep<double, 2>>(shuffled, threads(3)));
  expect("single sweep: any order, any driver", sum<single_sweep<double, 3>>(values),
         sum<single_sweep<double, 3>>(shuffled, threads(3)));

  // Fixed plan: the same bits for every driver, but another order is another sum.
  using isobit::kahan, isobit::tree_sum;
  expect("Kahan: any driver", sum<kahan<double>>(values), sum<kahan<double>>(values, threads(3)));
  expect("tree: any driver", tree_sum(values), tree_sum(values, threads(3)));

  // A state of 48 bytes is all that has to be sent.
  auto const half = values.size() / 2;
  auto here = isobit::reduce<binned<double, 3>>(std::span(values).first(half));
  auto const sent = isobit::reduce<binned<double, 3>>(std::span(values).subspan(half)).serialise();
  here.merge(binned<double, 3>::deserialise(sent));
  expect("two states, merged", here.round(), sum<binned<double, 3>>(values));
  return failures;
}
