#pragma once

#include <map>
#include <string>
#include <vector>

#include "log_reader.hpp"

namespace isobit::tool {

/// A place in a source file; what is not known is "" or 0.
struct source_place {
  std::string function;
  std::string file;
  unsigned line = 0;
};

/// Looks up functions and lines with addr2line where there is one, and falls back on what the log says.
class symbol_table {
public:
  /// Asks addr2line, once for each module.
  explicit symbol_table(std::vector<call_site> const& sites);

  /// The functions that an address is in, the innermost first: those that the compiler put inside of others, and at
  /// last the one that was called. Never empty.
  [[nodiscard]] std::vector<source_place> all_at(frame const& where) const;
  /// The first of them.
  [[nodiscard]] source_place at(frame const& where) const;
  /// The innermost frame that is neither in an MPI nor in isobit; nullptr where there is none.
  [[nodiscard]] static frame const* caller(call_site const& site);
  /// "file:line", or "module+offset".
  [[nodiscard]] static std::string line_of(frame const& where, source_place const& place);
  /// "function file:line", "function module+offset", or "module+offset": as much as is known, on one line. A function
  /// without a name is "below" the innermost of its callers that has one.
  [[nodiscard]] std::string describe(call_site const& site) const;
  /// As much of that as tells people where it is: the short name and the line; the address only where there is nothing
  /// else.
  [[nodiscard]] std::string label(call_site const& site) const;
  /// " from function file:line" for each function that called, inlined or not, as far as it is part of the site.
  [[nodiscard]] std::vector<std::string> callers_in(call_site const& site) const;
  [[nodiscard]] bool has_lines() const noexcept { return has_lines_; }

private:
  std::map<frame, std::vector<source_place>> known_;
  bool has_lines_ = false;  ///< of any caller
};

/// Of each site, what tells it from those that `describe` describes alike: " from function file:line", where the frames
/// further out begin to differ; mostly "".
std::vector<std::string> callers_of(std::vector<call_site> const& sites, symbol_table const& symbols);

/// The last part of a path.
std::string base_name(std::string const& path);

}  // namespace isobit::tool
