#include "log_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fstream>

#include "../basics/failure.hpp"
#include "json_value.hpp"
#include "text.hpp"

namespace isobit::tool {
namespace {

namespace fs = std::filesystem;
using interpose::site_kind;

/// The rank in a name such as rank-000012.calls, and what follows the point.
std::optional<std::pair<std::uint64_t, std::string>> rank_in(std::string const& name) {
  std::string_view const start = "rank-";
  if (!name.starts_with(start)) return {};
  std::uint64_t rank = 0;
  auto const* const first = name.data() + start.size();
  auto const [stop, problem] = std::from_chars(first, name.data() + name.size(), rank);
  if (problem != std::errc{} || stop - first < 6 || *stop != '.') return {};
  std::string kind(stop + 1);
  if (kind != "calls" && kind != "passed" && kind != "receives" && kind != "places") return {};
  return std::pair(rank, std::move(kind));
}

run_facts run_in(json_value const& line) {
  run_facts run;
  run.ranks = line.integer_at("ranks").value_or(0);
  run.id = line.integer_at("run_id").value_or(0);
  run.mpi = line.string_at("mpi");
  run.program = line.string_at("program");
  run.mode = line.string_at("mode");
  run.host = line.string_at("host");
  run.version = line.string_at("version");
  run.order_recorded = line.string_at("order_recorded");
  run.order_repeated = line.string_at("order_repeated");
  if (auto const* const arguments = line.find("arguments"))
    for (auto const& each : arguments->items) run.arguments.push_back(each.text);
  return run;
}

call_site site_in(json_value const& line) {
  call_site site{line.string_at("call"), line.string_at("type"), line.string_at("operation"), {}};
  for (auto const kind : {site_kind::receive, site_kind::objects})
    if (line.string_at("kind") == name_of(kind)) site.kind = kind;
  if (auto const* const frames = line.find("frames"))
    for (auto const& each : frames->items)
      site.frames.push_back({each.string_at("module"), each.integer_at("offset").value_or(0), each.string_at("symbol"),
                             each.integer_at("line").value_or(0)});
  return site;
}

/// Whether the line was understood.
bool add_line(places& all, std::string const& text) {
  auto const line = parse_json(text);
  if (!line) return false;
  if (auto const* const run = line->find("run")) {
    all.run = run_in(*run);
  } else if (auto const site = line->integer_at("site")) {
    all.sites[static_cast<std::uint32_t>(*site)] = site_in(*line);
  } else if (auto const index = line->integer_at("communicator")) {
    all.communicators[static_cast<std::uint32_t>(*index)] = {line->string_at("group"),
                                                             line->integer_at("ordinal").value_or(0),
                                                             line->integer_at("ranks").value_or(0),
                                                             line->string_at("name"),
                                                             line->string_at("lineage"),
                                                             line->integer_at("remote_ranks").value_or(0)};
  } else if (auto const end = line->string_at("end"); !end.empty()) {
    all.end = end;
    all.lost = line->integer_at("lost").value_or(0);
  }
  return true;
}

/// What the first line says.
std::optional<run_facts> read_run(fs::path const& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text;
  if (!std::getline(in, text)) return {};
  auto const line = parse_json(text);
  auto const* const run = line ? line->find("run") : nullptr;
  return run != nullptr ? std::optional(run_in(*run)) : std::nullopt;
}

std::vector<rank_files> find_ranks(fs::path const& folder) {
  std::error_code problem;
  std::map<std::uint64_t, rank_files> found;
  for (fs::directory_iterator each(folder, problem), end; !problem && each != end; each.increment(problem)) {
    if (auto const rank = rank_in(each->path().filename().string())) {
      auto& files = found[rank->first];
      files.rank = rank->first;
      fs::path const stem = each->path().parent_path() / each->path().stem();
      files.calls = stem.string() + ".calls";
      files.passed = stem.string() + ".passed";
      files.receives = stem.string() + ".receives";
      files.places = stem.string() + ".places";
    }
  }
  if (problem) throw failure(exit_code::io, folder.string() + ": cannot be read: " + problem.message());
  std::vector<rank_files> ranks;
  ranks.reserve(found.size());
  for (auto& [rank, files] : found) ranks.push_back(std::move(files));
  return ranks;
}

template <class Record> std::string read_records(fs::path const& file, std::function<void(Record const&)> const& each) {
  std::string const name = file.filename().string();
  std::ifstream in(file, std::ios::binary);
  if (!in) return name + " is missing or cannot be read";
  interpose::log_header header;
  if (!in.read(reinterpret_cast<char*>(&header), sizeof header))
    return name + " holds not even a header; was the file system full?";
  if (std::memcmp(header.magic, interpose::log_header::expected_magic, sizeof header.magic) != 0)
    return name + " is not a log of this version of isobit";
  if (header.record_size != sizeof(Record))
    return name + " has records of " + std::to_string(header.record_size) + " bytes instead of " +
           std::to_string(sizeof(Record)) + "; another version of isobit wrote it";
  std::vector<Record> block(4096);
  std::uint64_t left = header.records;
  while (left != 0) {
    std::uint64_t const wanted = std::min<std::uint64_t>(left, block.size());
    in.read(reinterpret_cast<char*>(block.data()), static_cast<std::streamsize>(wanted * sizeof(Record)));
    auto const got = static_cast<std::uint64_t>(in.gcount()) / sizeof(Record);
    for (std::uint64_t i = 0; i < got; ++i) each(block[i]);
    left -= got;
    if (got != wanted)
      return name + " is cut short: " + std::to_string(header.records - left) + " of " +
             std::to_string(header.records) + " records are there";
  }
  if (header.lost != 0)
    return name + " lacks " + plural(header.lost, "call") + ", for which there was no space on the file system";
  return {};
}

}  // namespace

std::uint64_t rank_files::size() const {
  std::error_code problem;
  auto const bytes = fs::file_size(calls, problem);
  return problem ? 0 : bytes;
}

bool is_of_audit(std::string const& file_name) {
  return rank_in(file_name).has_value() || file_name == "report.json" || file_name == "report.html";
}

run_files find_run(fs::path const& folder) {
  run_files found;
  std::optional<run_facts> run;
  std::map<std::uint64_t, std::vector<std::uint64_t>> others;  // by their numbers of ranks
  for (auto& each : find_ranks(folder)) {
    auto const facts = read_run(each.places);
    if (!run) run = facts;
    if (facts && (facts->ranks != run->ranks || facts->id != run->id))
      others[facts->ranks].push_back(each.rank);
    else
      found.ranks.push_back(std::move(each));
  }
  for (auto const& [ranks, which] : others)
    found.remarks.push_back("The folder holds logs of several runs: those of " +
                            std::string(which.size() == 1 ? "rank " : "ranks ") + ranges(which) +
                            " are of another run, on " + plural(ranks, "rank") + ", and left out.");
  return found;
}

places read_places(fs::path const& file) {
  places all;
  std::string const name = file.filename().string();
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    all.problem = name + " is missing or cannot be read";
    return all;
  }
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    // A killed rank may leave half a line at the end.
    if (!add_line(all, line) && !in.eof() && all.problem.empty())
      all.problem = name + ":" + std::to_string(number) + " is not a line of JSON";
  }
  if (all.lost != 0 && all.problem.empty())
    all.problem = name + " lacks " + plural(all.lost, "line") + ", for which there was no space on the file system";
  if (!all.run && all.problem.empty())
    all.problem = name + " does not say what was run" + (number == 0 ? "; was the file system full?" : "");
  return all;
}

std::string read_calls(fs::path const& file, std::function<void(interpose::call_record const&)> const& each) {
  return read_records<interpose::call_record>(file, each);
}

std::string read_passed(fs::path const& file, std::function<void(interpose::passed_record const&)> const& each) {
  return read_records<interpose::passed_record>(file, each);
}

std::string read_receives(fs::path const& file, std::function<void(interpose::receive_record const&)> const& each) {
  return read_records<interpose::receive_record>(file, each);
}

}  // namespace isobit::tool
