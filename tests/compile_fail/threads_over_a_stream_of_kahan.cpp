#include <isobit/isobit.hpp>

double total() {
  auto const read = [](std::span<double>) -> std::size_t { return 0; };
  auto const source = isobit::stream_of<double>(read);
#ifdef CORRECTED
  return isobit::sum<isobit::kahan<double>>(source);
#else
  return isobit::sum<isobit::kahan<double>>(source, isobit::threads(2));
#endif
}
