#include "output_files.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>

#include "../basics/failure.hpp"
#include "gzip_buffer.hpp"

namespace isobit::tool {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(std::string const& path, std::string const& reason) {
  throw failure(exit_code::io, (path == "-" ? "standard output" : path) + ": cannot be written: " + reason);
}

void write_to(std::ostream& out, std::string const& path, output_files::writer const& write) {
  try {
    if (path.ends_with(".gz")) {
      gzip_buffer packed(*out.rdbuf());
      std::ostream through(&packed);
      write(through);
      if (!packed.finish()) out.setstate(std::ios::badbit);
    } else {
      write(out);
    }
  } catch (std::exception const&) {
    if (out) throw;  // else the stream is why
  }
  out.flush();
}

void write_file(fs::path const& file, std::string const& path, output_files::writer const& write) {
  errno = 0;
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  if (out) write_to(out, path, write);
  out.close();
  if (!out) refuse(path, std::strerror(errno == 0 ? EIO : errno));
}

}  // namespace

void output_files::add(std::string const& path, writer write) {
  std::error_code problem;
  auto const kind = fs::status(path, problem).type();
  bool const is_file = path != "-" && (kind == fs::file_type::regular || kind == fs::file_type::not_found);
  auto const whole = fs::weakly_canonical(path, problem);
  fs::path const target = is_file && !problem ? whole : fs::path(path);
  for (auto const& other : outputs_)
    if (other.target == target) throw failure(exit_code::usage, path + ": two results cannot go to the same file");
  outputs_.push_back({path, target, is_file, std::move(write)});
}

void output_files::add(std::string const& path, std::string content) {
  add(path, [text = std::move(content)](std::ostream& out) { out << text; });
}

void output_files::commit() const {
  try {
    for (auto const& each : outputs_)
      if (each.is_file) write_file(each.partial(), each.path, each.write);
    for (auto const& each : outputs_) {
      if (each.is_file) continue;
      if (each.path != "-") {
        write_file(each.target, each.path, each.write);
        continue;
      }
      write_to(std::cout, each.path, each.write);
      if (!std::cout) refuse(each.path, std::strerror(errno));
    }
    for (auto const& each : outputs_) {
      std::error_code problem;
      if (each.is_file) fs::rename(each.partial(), each.target, problem);
      if (problem) refuse(each.path, problem.message());
    }
  } catch (...) {
    std::error_code ignored;
    for (auto const& each : outputs_)
      if (each.is_file) fs::remove(each.partial(), ignored);
    throw;
  }
}

}  // namespace isobit::tool
