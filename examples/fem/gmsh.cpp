#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

#include "mesh.hpp"

namespace fem {
namespace {

/// A file of Gmsh's, line by line.
class gmsh_file {
public:
  explicit gmsh_file(std::filesystem::path const& file) : name_(file.string()), in_(file) {
    if (!in_) fail("cannot be opened");
  }

  [[noreturn]] void fail(std::string const& problem) const {
    throw std::runtime_error("'" + name_ + "'" + (line_ == 0 ? "" : ", line " + std::to_string(line_)) + ": " +
                             problem);
  }
  /// The next line that is not empty; whether there was one.
  bool next() {
    for (std::string text; std::getline(in_, text);) {
      ++line_;
      if (!text.empty() && text.back() == '\r') text.pop_back();
      if (text.find_first_not_of(" \t") == std::string::npos) continue;
      words_.clear();
      words_.str(text);
      return true;
    }
    return false;
  }
  void need() {
    if (!next()) fail("the file ends too early");
  }
  [[nodiscard]] std::string line() const { return words_.str(); }
  /// The next number of the line.
  template <class T> T number(char const* what) {
    T value;
    if (!(words_ >> value)) fail(std::string("expected ") + what);
    return value;
  }
  std::size_t count(char const* what) {
    auto const value = number<long long>(what);
    if (value < 0 || value > 1'000'000'000) fail(std::string(what) + " is not from 0 to 1000000000");
    return static_cast<std::size_t>(value);
  }

private:
  std::string name_;
  std::ifstream in_;
  std::size_t line_ = 0;
  std::istringstream words_;
};

/// The physical group of each entity, by dimension and tag; of several the first.
using groups = std::map<std::pair<int, int>, int>;

void read_entities(gmsh_file& file, groups& found) {
  file.need();
  std::size_t counts[4];
  for (std::size_t& count : counts) count = file.count("four numbers of entities");
  for (int dimension = 0; dimension < 4; ++dimension)
    for (std::size_t k = 0; k < counts[dimension]; ++k) {
      file.need();
      int const tag = file.number<int>("the tag of an entity");
      for (int i = 0; i < (dimension == 0 ? 3 : 6); ++i) static_cast<void>(file.number<double>("the box of an entity"));
      if (file.count("a number of physical tags") > 0) found[{dimension, tag}] = file.number<int>("a physical tag");
    }
}

void read_nodes(gmsh_file& file, mesh& m, std::map<std::size_t, int>& number_of) {
  file.need();
  std::size_t const blocks = file.count("a number of blocks"), nodes = file.count("a number of nodes");
  for (std::size_t b = 0; b < blocks; ++b) {
    file.need();
    for (char const* what : {"a dimension", "an entity", "whether it is parametric"})
      static_cast<void>(file.number<int>(what));
    std::size_t const count = file.count("a number of nodes");
    std::vector<std::size_t> tags;
    for (std::size_t k = 0; k < count; ++k) {
      file.need();
      tags.push_back(file.count("the tag of a node"));
    }
    for (std::size_t const tag : tags) {
      file.need();
      point x;
      for (double& coordinate : x) coordinate = file.number<double>("three coordinates");
      if (!number_of.emplace(tag, static_cast<int>(m.corners.size())).second)
        file.fail("node " + std::to_string(tag) + " occurs twice");
      m.corners.push_back(x);
    }
  }
  if (m.corners.size() != nodes) file.fail("the number of nodes is not the one announced");
}

/// Gmsh's types of elements that have straight sides and corners only: how many corners.
int corners_of_type(int type) { return type == 15 ? 1 : type == 1 ? 2 : type == 2 ? 3 : type == 4 ? 4 : 0; }

struct simplex {
  std::array<int, 4> corners;
  int tag;
};

void read_elements(gmsh_file& file, groups const& group_of, std::map<std::size_t, int> const& number_of,
                   std::vector<simplex> (&found)[4]) {
  file.need();
  std::size_t const blocks = file.count("a number of blocks");
  for (std::size_t b = 0; b < blocks; ++b) {
    file.need();
    int const dimension = file.number<int>("a dimension"), entity = file.number<int>("an entity");
    int const corners = corners_of_type(file.number<int>("a type of elements"));
    if (corners != dimension + 1)
      file.fail("only points, lines, triangles and tetrahedra of the first order are understood");
    auto const group = group_of.find({dimension, entity});
    std::size_t const count = file.count("a number of elements");
    for (std::size_t k = 0; k < count; ++k) {
      file.need();
      static_cast<void>(file.count("the tag of an element"));
      simplex one = {{-1, -1, -1, -1}, group == group_of.end() ? 0 : group->second};
      for (int c = 0; c < corners; ++c) {
        auto const node = number_of.find(file.count("the corners of an element"));
        if (node == number_of.end()) file.fail("an element has a node that is not in the file");
        one.corners[static_cast<std::size_t>(c)] = node->second;
      }
      found[dimension].push_back(one);
    }
  }
}

/// Only corners of cells stay, in the order of the file.
void drop_unused_corners(mesh& m, std::vector<simplex>& sides) {
  std::vector<int> renumbered(m.corners.size(), -1);
  for (auto const& cell : m.cells)
    for (int k = 0; k <= m.dimension; ++k) renumbered[static_cast<std::size_t>(cell[static_cast<std::size_t>(k)])] = 0;
  std::vector<point> kept;
  for (std::size_t i = 0; i < renumbered.size(); ++i)
    if (renumbered[i] == 0) {
      renumbered[i] = static_cast<int>(kept.size());
      kept.push_back(m.corners[i]);
    }
  auto const renumber = [&](std::array<int, 4>& corners) {
    for (int& corner : corners) corner = corner < 0 ? -1 : renumbered[static_cast<std::size_t>(corner)];
  };
  for (auto& cell : m.cells) renumber(cell);
  for (simplex& side : sides) renumber(side.corners);
  m.corners = std::move(kept);
}

}  // namespace

mesh read_gmsh(std::filesystem::path const& name) {
  gmsh_file file(name);
  mesh m;
  groups group_of;
  std::map<std::size_t, int> number_of;
  std::vector<simplex> found[4];
  file.need();
  if (file.line() != "$MeshFormat") file.fail("not a mesh of Gmsh's: it begins with $MeshFormat");
  file.need();
  if (file.number<std::string>("a version") != "4.1" || file.number<int>("0 for text") != 0)
    file.fail("only text of version 4.1 is understood: gmsh -format msh41 -save");
  while (file.next()) {
    if (file.line() == "$Entities")
      read_entities(file, group_of);
    else if (file.line() == "$Nodes")
      read_nodes(file, m, number_of);
    else if (file.line() == "$Elements")
      read_elements(file, group_of, number_of, found);
  }
  m.dimension = found[3].empty() ? 2 : 3;
  for (simplex const& cell : found[m.dimension]) m.cells.push_back(cell.corners);
  if (m.cells.empty()) file.fail("there are no triangles and no tetrahedra in it");
  auto& sides = found[m.dimension - 1];
  drop_unused_corners(m, sides);
  for (point const& x : m.corners)
    if (m.dimension == 2 && x[2] != 0) file.fail("triangles must lie in the plane z = 0");
  std::vector<named_side> names;
  for (simplex const& side : sides)
    names.push_back({ascending({side.corners[0], side.corners[1], side.corners[2]}), side.tag});
  find_boundary(m, names);
  return m;
}

}  // namespace fem
