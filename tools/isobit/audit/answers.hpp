#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "merge.hpp"
#include "statistics.hpp"
#include "symbols.hpp"

namespace isobit::tool {

/// What may be different the next time the program runs; its input is the same.
enum class change { ranks, mpi, day };
std::string_view name_of(change what) noexcept;

/// Whether it then gives the same bits. The worse is the greater.
enum class answer {
  yes,          ///< nothing that the audit saw depends on it
  cannot_tell,  ///< something may, and the run does not decide
  no,           ///< something does
};
std::string_view name_of(answer it) noexcept;

/// A line of the program that a cause names.
struct cause_place {
  std::string label;
  std::int64_t site = -1;  ///< of audit.sites; -1 where it is none of them
};

/// Why an answer is not yes.
struct cause {
  std::string_view code;
  answer makes_it = answer::cannot_tell;
  bool cured = false;  ///< by isobit's reductions in place of the MPI's
  std::string text;    ///< a clause that the places follow
  std::vector<cause_place> places;
};

/// The answer to one question.
struct same_bits {
  change what = change::ranks;
  std::string_view question;
  answer program = answer::yes;      ///< as it is, with the MPI's own reductions
  answer with_isobit = answer::yes;  ///< with isobit's in their place
  std::string covers;                ///< what a yes relies on
  std::vector<cause> because;        ///< the gravest first
};

/// "Would this program give the same bits on another number of ranks, with another MPI, on another day?"
std::vector<same_bits> answers_of(merged_audit const& audit, std::vector<site_statistics> const& sites,
                                  symbol_table const& symbols);

/// One line: "No: the order of the addends shows: dot  cg.c:17." Of many places it names the first.
std::string sentence_of(same_bits const& it);

/// What no answer covers.
extern std::string_view const limits_of_answers;

}  // namespace isobit::tool
