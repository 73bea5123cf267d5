#include "receives.hpp"

#include "text.hpp"

namespace isobit::tool {

using interpose::receive_record;

void receive_counts::add(receive_record const& record) noexcept {
  if (record.what == receive_record::kind::named || record.what == receive_record::kind::any_source)
    all += record.calls;
  if (record.what == receive_record::kind::any_source) any_source += record.calls;
  if (record.what == receive_record::kind::any_source_probe) any_source_probe += record.calls;
  if (record.what == receive_record::kind::any_request) any_request += record.calls;
}

std::string_view name_of(receive_record::kind what) noexcept {
  constexpr std::string_view names[] = {"named", "any_source", "any_source_probe", "any_request"};
  auto const index = static_cast<std::size_t>(what);
  return index < std::size(names) ? names[index] : "unknown";
}

std::string text_of(receive_counts const& counts) {
  std::string text;
  if (counts.any_source != 0)
    text = grouped(counts.any_source) + " of " + plural(counts.all, "receive") + " (" +
           percent(counts.any_source, counts.all) + ")";
  if (counts.any_source_probe != 0) text += (text.empty() ? "" : " and ") + plural(counts.any_source_probe, "probe");
  return text + " with MPI_ANY_SOURCE";
}

}  // namespace isobit::tool
