#include "npz.hpp"

#include <algorithm>

#include "../basics/failure.hpp"
#include "../basics/printable.hpp"
#include "column_choice.hpp"
#include "zip.hpp"

namespace isobit::tool {
namespace {

constexpr std::string_view suffix = ".npy";  // which NumPy leaves out of an array's name

std::string name_of(zip_member const& member) {
  std::string_view name = member.name;
  if (name.ends_with(suffix)) name.remove_suffix(suffix.size());
  return std::string(name);
}

}  // namespace

void enter_npz(input_bytes& bytes, std::string const& array) {
  file const* const archive = bytes.positioned();
  if (archive == nullptr)
    throw failure(exit_code::usage, bytes.name() + ": is an .npz file, whose directory is at its end; isobit reads it "
                                                   "from a file that is not compressed again, not from a pipe");
  auto const members = zip_members(*archive, bytes.name());
  std::vector<std::string> names;
  for (auto const& each : members) names.push_back(name_of(each));
  if (names.empty()) throw failure(exit_code::bad_data, bytes.name() + ": holds no arrays");
  if (array.empty() && names.size() > 1)
    throw failure(exit_code::usage, bytes.name() + ": holds several arrays; say which, as in " + bytes.name() + ":" +
                                        names.front() + "; there are " + list_of_names(names));
  auto const found = array.empty() ? names.begin() : std::find(names.begin(), names.end(), array);
  if (found == names.end())
    throw failure(exit_code::bad_data,
                  bytes.name() + ": there is no array " + shown(array) + "; there are " + list_of_names(names));
  std::string const name = array.empty() ? bytes.name() : bytes.name() + ":" + array;
  bytes.enter(open_zip_member(*archive, members[static_cast<std::size_t>(found - names.begin())], name), name);
}

}  // namespace isobit::tool
