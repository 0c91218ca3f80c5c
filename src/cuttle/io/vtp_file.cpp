#include "cuttle/io/vtp_file.h"

#include <fmt/format.h>

#include <bit>

#include "cuttle/io/replace_file.h"

namespace cuttle {
namespace {

static_assert(std::endian::native == std::endian::little, "the files say LittleEndian");

const char* vtk_type(float) { return "Float32"; }
const char* vtk_type(double) { return "Float64"; }
const char* vtk_type(std::int32_t) { return "Int32"; }

// arrays are named in the text and stored behind it, each after its size in bytes
class AppendedData {
 public:
  template <class T>
  std::string add(const std::string& name, int width, const std::vector<T>& values,
                  const std::string& more = "") {
    const std::size_t offset = bytes_.size();
    const std::uint64_t size = values.size() * sizeof(T);
    bytes_.append(reinterpret_cast<const char*>(&size), sizeof size);
    bytes_.append(reinterpret_cast<const char*>(values.data()), size);
    return fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" "
        "offset=\"{}\"{}/>\n",
        vtk_type(T()), xml_text(name), width, offset, more);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// VTK stores texts as the codes of their letters, with a zero behind each
std::string names_array(const VtpColumn<std::string>& column) {
  std::string codes;
  for (const std::string& text : column.values) {
    for (const unsigned char c : text) codes += fmt::format("{} ", int(c));
    codes += "0 ";
  }
  return fmt::format(
      "<Array type=\"String\" Name=\"{}\" NumberOfTuples=\"{}\" format=\"ascii\">{}</Array>\n",
      xml_text(column.name), column.values.size(), codes);
}

std::string field_data(const VtpContents& contents, AppendedData& data) {
  std::string text = "<FieldData>\n";
  text += data.add("TimeValue", 1, std::vector<double>{contents.time}, " NumberOfTuples=\"1\"");
  for (const VtpColumn<std::string>& column : contents.names)
    if (!column.values.empty()) text += names_array(column);
  return text + "</FieldData>\n";
}

std::string point_data(const VtpContents& contents, AppendedData& data) {
  std::string text = "<PointData Normals=\"normal\">\n";
  text += data.add("normal", 3, contents.normals);
  for (const VtpColumn<float>& column : contents.point_columns)
    text += data.add(column.name, column.width, column.values);
  return text + "</PointData>\n";
}

std::string cell_data(const VtpContents& contents, AppendedData& data) {
  std::string text = "<CellData>\n";
  for (std::size_t i = 0; i < contents.triangle_columns.size(); ++i) {
    std::vector<std::int32_t> values = contents.vertex_columns[i].values;
    for (const auto* more :
         {&contents.line_columns[i].values, &contents.triangle_columns[i].values})
      values.insert(values.end(), more->begin(), more->end());
    text += data.add(contents.triangle_columns[i].name, 1, values);
  }
  return text + "</CellData>\n";
}

std::string cells(const VtpContents& contents, AppendedData& data) {
  std::vector<std::int32_t> vertex_ends, lines, line_ends, triangle_ends;
  for (std::size_t i = 1; i <= contents.vertices.size(); ++i)
    vertex_ends.push_back(std::int32_t(i));
  for (const auto& line : contents.lines) {
    lines.insert(lines.end(), line.begin(), line.end());
    line_ends.push_back(std::int32_t(lines.size()));
  }
  for (std::size_t i = 3; i <= contents.triangles.size(); i += 3)
    triangle_ends.push_back(std::int32_t(i));
  std::string text = "<Verts>\n" + data.add("connectivity", 1, contents.vertices);
  text += data.add("offsets", 1, vertex_ends) + "</Verts>\n<Lines>\n";
  text += data.add("connectivity", 1, lines);
  text += data.add("offsets", 1, line_ends) + "</Lines>\n<Polys>\n";
  text += data.add("connectivity", 1, contents.triangles);
  return text + data.add("offsets", 1, triangle_ends) + "</Polys>\n";
}

}  // namespace

std::string xml_text(const std::string& text) {
  std::string safe;
  for (const char c : text) switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  return safe;
}

void write_vtp(const VtpContents& contents, const std::filesystem::path& path) {
  AppendedData data;
  std::string text =
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\">\n<PolyData>\n";
  text += field_data(contents, data);
  text += fmt::format(
      "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"{}\" NumberOfStrips=\"0\" "
      "NumberOfPolys=\"{}\">\n",
      contents.points.size() / 3, contents.vertices.size(), contents.lines.size(),
      contents.triangles.size() / 3);
  text += point_data(contents, data) + cell_data(contents, data);
  text += "<Points>\n" + data.add("points", 3, contents.points) + "</Points>\n";
  text += cells(contents, data);
  text += "</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_";
  replace_file(path, text + data.bytes() + "\n</AppendedData>\n</VTKFile>\n");
}

}  // namespace cuttle
