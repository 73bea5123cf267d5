#include "study.hpp"

namespace isobit::tool {

std::string report_of(study_options const& options, experiment const& orderings, experiment const& levels,
                      experiment const& parts) {
  bool const kept = orderings.promises_kept && levels.promises_kept && parts.promises_kept;
  std::string text =
      "# Accuracy and reproducibility of the methods\n\nMade with\n\n```\nisobit study accuracy --output DIR";
  if (!options.data.empty()) text += " --data DATA";
  text += " --seed " + std::to_string(options.seed) + (options.quick ? " --quick" : "") + "\n```\n\n";
  text += kept ? "Every method kept its promise: order-free ones gave one set of bits for all orderings, fixed plans "
                 "one for all numbers of parts.\n"
               : "**A method broke its promise**: see `distinct_results` in the tables below.\n";
  text +=
      "Errors are distances from the exact sum; numbers in the CSV files are complete.\n\n"
      "Data from `sin` and `log` depend on the C library, whose last bits differ between platforms: there the errors "
      "and the counts of distinct results may differ a little, but not what is promised. Everything else comes from "
      "integers.\n\n"
      "## Orderings\n\n"
      "Demmel and Nguyen, *Parallel Reproducible Summation*, Table I: the numbers sorted up and down, by magnitude up "
      "and down, and shuffled. The paper has, for its bins, errors of 0, 1.5e-16 and 1.5e-15, and for the standard sum "
      "[-8.5e-15, 1.0e-14], [-1.7e-13, 1.8e-13] and [-1.0, 1.0]. "
      "Here errors are relative to the exact sum, so they exceed 1 where not one digit is right. The "
      "sines cancel to about 2e-14: a relative error of 1e-11 is less than 2^-80 there, which is all that the lowest "
      "of three bins resolves beside numbers near 1. All numbers: "
      "[orderings.csv](orderings.csv).\n\n"
      "![Largest relative error over all orderings](orderings.svg)\n\n" +
      orderings.shown.markdown() +
      "\n## Levels\n\n"
      "Arteaga, Fuhrer and Hoefler, *Designing Bit-Reproducible Portable High-Performance Applications*, Figure 7: "
      "exponentially distributed numbers with lambda = 1e-8. The error is the distance from the correctly rounded "
      "sum, so 0 says that all bits are right. The paper found single-sweep:3 and double-sweep:2 always right. All "
      "numbers: [levels.csv](levels.csv).\n\n"
      "![Absolute error over the number of elements](levels.svg)\n\n" +
      levels.shown.markdown() +
      "\n## Parts\n\n"
      "Stelz, *Core-Count Independent Reproducible Reduce*, Table 4.2: the difference between the largest and the "
      "smallest sum over 1, 17, ..., 241 parts. The parts' sums are added in the order of the parts; the thesis leaves "
      "that order to MPI. Its table prints rokasA8 twice; the second is taken for rokasA4. Made-up numbers are "
      "14 log(u) - 1 with u uniform in (0, 1). All numbers: [parts.csv](parts.csv).\n\n"
      "![Difference over the number of elements](parts.svg)\n\n" +
      parts.shown.markdown();
  return text;
}

}  // namespace isobit::tool
