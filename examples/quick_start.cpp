#include <isobit/isobit.hpp>

#include <cstdio>
#include <vector>

int main() {
  std::vector<double> values = {1e16, 1.0, -1e16, 0.1};
  double total = isobit::sum(values);  // 1.1: the exact sum, rounded once
  std::printf("%.17g  %a\n", total, total);
  return total == 1.1 ? 0 : 1;
}
