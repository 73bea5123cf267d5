// Writes inputs.txt to standard output:
//   cmake --build <build> --target golden_generate_inputs && <build>/tests/golden_generate_inputs >
//   tests/golden/inputs.txt
#include "input_columns.hpp"

int main() {
  using namespace isobit::golden;
  write_cases(input_columns::sizes, input_columns());
}
