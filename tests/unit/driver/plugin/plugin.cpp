// Part of a program that is opened and closed, with an isobit of its own.
#include <isobit/driver/threads.hpp>
#include <isobit/sum/sum.hpp>

extern "C" [[gnu::visibility("default")]] double plugin_sum(double const* values, std::size_t count) {
  return isobit::sum(std::span(values, count), isobit::threads(3));
}
