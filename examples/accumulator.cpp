// The exact accumulator: add, merge, take back, and round only when asked.
#include <isobit/isobit.hpp>

#include <type_traits>
#include <unordered_set>
#include <vector>

#include "expect.hpp"

int main() {
  isobit::exact balance;
  balance.add(0.1);
  balance.add(1e300);
  balance.add(std::vector{0.2, -1e300});
  expect("0.1 + 1e300 + 0.2 - 1e300", balance.round(), 0.30000000000000004);

  balance.retract(0.2);  // as if it had never been added
  expect("without the 0.2", balance.round(), 0.1);

  isobit::exact other;
  other.add(1.0);
  other.add(0x1p-60);
  isobit::exact left = balance, right = other;
  left.merge(other);
  right.merge(balance);
  expect("merged either way, the state is equal", left == right && left.hash() == right.hash());

  isobit::exact tiny_more;
  tiny_more.add(1.0);
  tiny_more.add(0x1p-60);
  expect("1 + 2^-60 to nearest", tiny_more.round(), 1.0);
  expect("1 + 2^-60 upwards", tiny_more.round(isobit::rounding::upward), 0x1.0000000000001p+0);
  expect("1 + 2^-60 as the mean of 3", tiny_more.mean(3), 0x1.5555555555555p-2);

  isobit::exact_product area;  // wide enough for products of doubles
  area.add_product(1e200, 1e200);
  area.add_product(3.0, 4.0);
  area.retract_product(1e200, 1e200);
  expect("1e200^2 + 3*4 - 1e200^2", area.round(), 12.0);

  static_assert(std::is_trivially_copyable_v<isobit::exact>);
  std::unordered_set<isobit::exact> const distinct = {left, right, tiny_more};
  expect("two of three states are the same", distinct.size() == 2);
  return failures;
}
