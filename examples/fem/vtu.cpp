#include "vtu.hpp"

#include <fstream>
#include <stdexcept>
#include <string>

#include "common/digits.hpp"

namespace fem {
namespace {

using common::digits;

/// VTK's number for a kind of cell, and where in the order of ours its points stand.
struct vtk_cell {
  int type;
  std::vector<std::size_t> points;
};
vtk_cell vtk_cell_of(int dimension, int degree) {
  if (dimension == 2) return degree == 1 ? vtk_cell{5, {0, 1, 2}} : vtk_cell{22, {0, 1, 2, 3, 5, 4}};
  return degree == 1 ? vtk_cell{10, {0, 1, 2, 3}} : vtk_cell{24, {0, 1, 2, 3, 4, 7, 5, 6, 8, 9}};
}

void write(std::ostream& out, mesh const& m, unknowns const& of, int degree, std::size_t components,
           std::vector<double> const& values) {
  vtk_cell const kind = vtk_cell_of(m.dimension, degree);
  out << "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"0.1\">\n<UnstructuredGrid>\n"
      << "<Piece NumberOfPoints=\"" << of.points.size() << "\" NumberOfCells=\"" << m.cells.size() << "\">\n"
      << "<Points>\n<DataArray type=\"Float64\" NumberOfComponents=\"3\" format=\"ascii\">\n";
  for (point const& x : of.points) out << digits(x[0]) << ' ' << digits(x[1]) << ' ' << digits(x[2]) << '\n';
  out << "</DataArray>\n</Points>\n<Cells>\n<DataArray type=\"Int32\" Name=\"connectivity\" format=\"ascii\">\n";
  for (auto const& points : of.of_cell) {
    for (std::size_t const k : kind.points) out << points[k] << ' ';
    out << '\n';
  }
  out << "</DataArray>\n<DataArray type=\"Int32\" Name=\"offsets\" format=\"ascii\">\n";
  for (std::size_t cell = 1; cell <= m.cells.size(); ++cell) out << cell * kind.points.size() << '\n';
  out << "</DataArray>\n<DataArray type=\"UInt8\" Name=\"types\" format=\"ascii\">\n";
  for (std::size_t cell = 0; cell < m.cells.size(); ++cell) out << kind.type << '\n';
  // A displacement in a plane is a vector in space to VTK.
  std::size_t const shown = components == 1 ? 1 : 3;
  out << "</DataArray>\n</Cells>\n<PointData>\n<DataArray type=\"Float64\" Name=\"u\" NumberOfComponents=\"" << shown
      << "\" format=\"ascii\">\n";
  for (std::size_t at = 0; at < of.points.size(); ++at) {
    for (std::size_t a = 0; a < shown; ++a) out << (a < components ? digits(values[at * components + a]) : "0") << ' ';
    out << '\n';
  }
  out << "</DataArray>\n</PointData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";
}

}  // namespace

void write_vtu(std::filesystem::path const& file, mesh const& m, unknowns const& of, int degree, std::size_t components,
               std::vector<double> const& values) {
  std::filesystem::path const unfinished = file.string() + ".unfinished";
  std::ofstream out(unfinished);
  write(out, m, of, degree, components, values);
  out.close();
  std::error_code problem;
  if (out) std::filesystem::rename(unfinished, file, problem);
  if (!out || problem) {
    std::filesystem::remove(unfinished, problem);
    throw std::runtime_error("cannot write '" + file.string() + "'; name another file with --output");
  }
}

}  // namespace fem
