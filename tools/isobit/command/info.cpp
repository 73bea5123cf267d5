#include <bit>
#include <cstdlib>

#include <isobit/driver/threads.hpp>
#include <isobit/instruction_set.hpp>

#include "../basics/version.hpp"
#include "../input/decoder.hpp"
#include "../input/library_format.hpp"
#include "../output/json.hpp"
#include "../output/report.hpp"
#include "../verify/certificate.hpp"
#include "commands.hpp"

namespace isobit::tool {
namespace {

constexpr char const* compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "gcc " __VERSION__;
#endif
}

constexpr char const* architecture() {
#if defined(__x86_64__)
  return "x86_64";
#elif defined(__aarch64__)
  return "aarch64";
#elif defined(__s390x__)
  return "s390x";
#elif defined(__powerpc64__)
  return "ppc64";
#elif defined(__riscv)
  return "riscv";
#else
  return "other";
#endif
}

constexpr char const* byte_order() { return std::endian::native == std::endian::big ? "big-endian" : "little-endian"; }

std::string in_one_line(std::vector<std::string> const& words) {
  std::string list;
  for (auto const& word : words) list += (list.empty() ? "" : " ") + word;
  return list;
}

}  // namespace

exit_code run_info(request const& wanted) {
  std::vector<std::string> unpacked;
  for (auto const kind : {compression::gzip, compression::bzip2, compression::xz, compression::zstd})
    if (make_decoder(kind) != nullptr) unpacked.emplace_back(name_of(kind));
  auto const reads = built_in_formats();
  std::vector<std::string> sets;
  for (auto const set : available_instruction_sets()) sets.emplace_back(name(set));
  std::string const active(name(active_instruction_set()));
  char const* const forced = std::getenv("ISOBIT_FORCE_ISA");
  if (wanted.output.json) {
    json_object object;
    object.add("version", version())
        .add("compiler", compiler())
        .add("architecture", architecture())
        .add("byte_order", byte_order());
    object.add("instruction_sets", sets).add("active_instruction_set", active);
    object.add("exception_flags_work", exception_flags_work()).add("threads", threads().count());
    object.add_raw("ISOBIT_FORCE_ISA", forced != nullptr ? json_string(forced) : "null")
        .add("unpacks", unpacked)
        .add("reads", reads)
        .add("certificate", golden_certificate);
    print_line(object.text());
    return exit_code::success;
  }
  print_line("version            " + version());
  print_line(std::string("compiler           ") + compiler());
  print_line(std::string("architecture       ") + architecture() + ", " + byte_order());
  print_line("instruction sets   " + in_one_line(sets));
  print_line("in use             " + active + (forced != nullptr ? ", forced" : ""));
  print_line(std::string("exception flags    ") + (exception_flags_work()
                                                       ? "work: the fastest kernels are in use"
                                                       : "do not work here: slower kernels are in use"));
  print_line("threads            " + std::to_string(threads().count()));
  print_line(std::string("ISOBIT_FORCE_ISA   ") + (forced != nullptr ? forced : "not set"));
  print_line("unpacks            " + in_one_line(unpacked));
  print_line("also reads         " + (reads.empty() ? "-" : in_one_line(reads)));
  print_line(std::string("certificate        ") + golden_certificate);
  return exit_code::success;
}

}  // namespace isobit::tool
