#include <isobit/isobit.hpp>

double total() {
  auto const read = [](std::span<double>) -> std::size_t { return 0; };
  isobit::stream<double, decltype(read)> const source(read);
#ifdef CORRECTED
  return isobit::reduce(source, isobit::single_sweep<double, 3>(10)).round();
#else
  return isobit::reduce(source, isobit::double_sweep<double, 2>(10, 1.0)).round();
#endif
}
