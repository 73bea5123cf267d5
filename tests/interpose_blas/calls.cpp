// calls level [seed]: every routine of a level that isobit replaces, called by BLAS's names. Exits with 0 where all
// results have the bits of isobit's own functions.
#include <cstdlib>

#include "checks.hpp"

int main(int count, char** words) {
  if (count < 2) return 2;
  auto const seed = count > 2 ? std::strtoull(words[2], nullptr, 0) : 7;
  isobit::test::random_source random(seed);
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  std::string const level = words[1];
  if (level == "1") isobit::test::check_level1(random);
  if (level == "2") isobit::test::check_level2(random);
  if (level == "3") isobit::test::check_level3(random);
  if (level == "structured") isobit::test::check_structured(random);
  if (level == "extensions") isobit::test::check_extensions(random);
  if (level == "lapack") isobit::test::check_lapack(random);
  if (level == "environment") isobit::test::check_environment();
  if (level == "exceptions") isobit::test::check_exceptions();
  std::printf("%d failures\n", isobit::test::failures);
  return isobit::test::failures == 0 ? 0 : 1;
}
