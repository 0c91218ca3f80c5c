#include "cuttle/io/read_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "cuttle/base/error.h"
#include "cuttle/io/hdf5_handle.h"
#include "cuttle/io/hdf5_parts.h"
#include "cuttle/io/scene_file.h"
#include "cuttle/io/write_hdf5.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

std::size_t length_of(hid_t space, const std::string& what) {
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  if (count < 0) throw Hdf5Error{what};
  return std::size_t(count);
}

Handle open_attribute(hid_t object, const char* name) {
  return {H5Aopen(object, name, H5P_DEFAULT), H5Aclose, name};
}

/// Texts of one length, cut where their zeros begin.
std::vector<std::string> unpacked(const std::string& bytes, std::size_t length) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < bytes.size(); i += length)
    texts.emplace_back(bytes.substr(i, length).c_str());
  return texts;
}

std::size_t text_length(hid_t type, const std::string& name) {
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0) throw Hdf5Error{name};
  return H5Tget_size(type);
}

std::string text_attribute(hid_t object, const char* name) {
  const Handle attribute = open_attribute(object, name);
  const Handle type(H5Aget_type(attribute), H5Tclose, name);
  const Handle space(H5Aget_space(attribute), H5Sclose, name);
  if (length_of(space, name) != 1) throw Hdf5Error{name};
  std::string bytes(text_length(type, name), '\0');
  check(H5Aread(attribute, type, bytes.data()), name);
  return bytes.c_str();
}

double number_attribute(hid_t object, const char* name) {
  const Handle attribute = open_attribute(object, name);
  const Handle space(H5Aget_space(attribute), H5Sclose, name);
  if (length_of(space, name) != 1) throw Hdf5Error{name};
  double value = 0;
  check(H5Aread(attribute, H5T_NATIVE_DOUBLE, &value), name);
  return value;
}

long count_attribute(hid_t object, const char* name) {
  const double value = number_attribute(object, name);
  if (!(value >= 0 && value < 1e15)) throw Hdf5Error{name};
  return long(value);
}

Handle open_group(hid_t file, const std::string& name) {
  return {H5Gopen2(file, name.c_str(), H5P_DEFAULT), H5Gclose, name};
}

Handle open_dataset(hid_t group, const std::string& name) {
  return {H5Dopen2(group, name.c_str(), H5P_DEFAULT), H5Dclose, name};
}

template <class Number>
std::vector<Number> dataset_numbers(hid_t dataset, hid_t type, const std::string& name) {
  const Handle space(H5Dget_space(dataset), H5Sclose, name);
  std::vector<Number> values(length_of(space, name));
  if (values.empty()) return values;
  check(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), name);
  return values;
}

std::vector<double> dataset_numbers(hid_t group, const std::string& name) {
  return dataset_numbers<double>(open_dataset(group, name), H5T_NATIVE_DOUBLE, name);
}

std::vector<std::string> texts(hid_t group, const std::string& name) {
  const Handle dataset = open_dataset(group, name);
  const Handle type(H5Dget_type(dataset), H5Tclose, name);
  const Handle space(H5Dget_space(dataset), H5Sclose, name);
  const std::size_t length = text_length(type, name);
  std::string bytes(length_of(space, name) * length, '\0');
  if (bytes.empty()) return {};
  check(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()), name);
  return unpacked(bytes, length);
}

std::string text(hid_t group, const std::string& name) {
  const auto list = texts(group, name);
  if (list.size() != 1) throw Hdf5Error{name};
  return list[0];
}

// a column with its numbers
struct StoredColumn {
  Column column;
  std::vector<double> values;
};

StoredColumn read_column(hid_t group, const std::string& name) {
  const Handle dataset = open_dataset(group, name);
  return {{name, text_attribute(dataset, "unit"), text_attribute(dataset, "doc"),
           text_attribute(dataset, "group")},
          dataset_numbers<double>(dataset, H5T_NATIVE_DOUBLE, name)};
}

// numbers of a row that only some models have
struct StoredBlock {
  std::vector<std::string> names;
  std::vector<double> values;

  std::span<const double> row(std::size_t index, std::size_t width) const {
    return std::span(values).subspan(index * names.size() * width, names.size() * width);
  }
};

StoredBlock read_block(hid_t group, const char* name, const char* names, std::size_t width,
                       std::size_t rows) {
  if (H5Lexists(group, name, H5P_DEFAULT) <= 0) return {};
  StoredBlock block{texts(group, names), dataset_numbers(group, name)};
  if (block.values.size() != rows * block.names.size() * width) throw Hdf5Error{name};
  return block;
}

Trajectory read_trajectory(hid_t file) {
  const Handle series = open_group(file, "series");
  const StoredColumn axis = read_column(series, text_attribute(series, "axis"));
  const std::size_t rows = axis.values.size();
  std::vector<Column> columns;
  std::vector<std::vector<double>> values;
  for (const std::string& name : texts(file, "column_names")) {
    StoredColumn stored = read_column(series, name);
    if (stored.values.size() != rows) throw Hdf5Error{name};
    columns.push_back(std::move(stored.column));
    values.push_back(std::move(stored.values));
  }
  const Handle state = open_group(file, "state");
  const auto q_names = texts(state, "q_names"), v_names = texts(state, "v_names");
  const auto q = dataset_numbers(state, "q"), v = dataset_numbers(state, "v");
  if (q.size() != rows * q_names.size() || v.size() != rows * v_names.size())
    throw Hdf5Error{"state"};
  const StoredBlock contacts =
      read_block(state, "contacts", "contact_names", kContactNumbers, rows);
  const StoredBlock closed = read_block(state, "closed", "connection_names", 1, rows);
  const StoredBlock nets = read_block(state, "nets", "net_names", kNetNumbers, rows);

  Trajectory trajectory(axis.column, columns, q_names, v_names);
  trajectory.add_contacts(contacts.names);
  trajectory.add_connections(closed.names);
  trajectory.add_nets(nets.names);
  trajectory.reserve(rows);
  std::vector<double> row(columns.size());
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t c = 0; c < columns.size(); ++c) row[c] = values[c][i];
    trajectory.append(axis.values[i], row, std::span(q).subspan(i * q_names.size(), q_names.size()),
                      std::span(v).subspan(i * v_names.size(), v_names.size()),
                      contacts.row(i, kContactNumbers), closed.row(i, 1), nets.row(i, kNetNumbers));
  }
  return trajectory;
}

void read_figures(hid_t file, RunResult& result) {
  const Handle group = open_group(file, "figures");
  for (const std::string& name : texts(file, "figure_names")) {
    const Handle dataset = open_dataset(group, name);
    const auto value = dataset_numbers<double>(dataset, H5T_NATIVE_DOUBLE, name);
    if (value.size() != 1) throw Hdf5Error{name};
    result.figures.push_back({name, value[0], text_attribute(dataset, "unit")});
  }
  result.named_figures = std::size_t(count_attribute(group, "named"));
  if (result.named_figures > result.figures.size()) throw Hdf5Error{"named"};
}

void read_expect(hid_t file, RunResult& result) {
  const Handle group = open_group(file, "expect");
  const auto figure = texts(group, "figure"), source = texts(group, "source");
  const auto value = dataset_numbers(group, "value"),
             reference = dataset_numbers(group, "reference"),
             tolerance = dataset_numbers(group, "tolerance"), pass = dataset_numbers(group, "pass");
  for (const std::size_t n :
       {source.size(), value.size(), reference.size(), tolerance.size(), pass.size()})
    if (n != figure.size()) throw Hdf5Error{"expect"};
  for (std::size_t i = 0; i < figure.size(); ++i) {
    // a figure that the run could not produce has no unit
    const auto found = std::ranges::find(result.figures, figure[i], &Figure::name);
    const std::string unit = found == result.figures.end() ? "-" : found->unit;
    result.expect.push_back(
        {figure[i], value[i], unit, reference[i], tolerance[i], pass[i] != 0, source[i]});
  }
}

void read_solver(hid_t file, SolverStatistics& solver) {
  const Handle group = open_group(file, "solver");
  solver.method = text_attribute(group, "method");
  for (const auto& [name, member] : {std::pair("steps", &SolverStatistics::steps),
                                     std::pair("rejected", &SolverStatistics::rejected),
                                     std::pair("evaluations", &SolverStatistics::evaluations),
                                     std::pair("iterations", &SolverStatistics::iterations),
                                     std::pair("exact_solves", &SolverStatistics::exact_solves)})
    solver.*member = count_attribute(group, name);
}

Status read_status(hid_t file) {
  const std::string name = text_attribute(file, "status");
  for (const auto code : {Status::Code::ok, Status::Code::diverged, Status::Code::not_finite,
                          Status::Code::stalled, Status::Code::interrupted})
    if (name == to_string(code))
      return {code, text_attribute(file, "message"), number_attribute(file, "t")};
  throw Hdf5Error{"status"};
}

Scene read_scene_group(hid_t file) {
  const Handle group = open_group(file, "scene");
  const std::string header = text(group, "header");
  const auto data =
      dataset_numbers<unsigned char>(open_dataset(group, "data"), H5T_NATIVE_UINT8, "data");
  return decode_scene({header, {data.begin(), data.end()}});
}

StoredResult read_everything(hid_t file) {
  StoredResult stored;
  RunResult& result = stored.result;
  result.status = read_status(file);
  result.energy_residual = number_attribute(file, "energy_residual");
  result.wall_seconds = number_attribute(file, "wall_seconds");
  result.warnings = texts(file, "warnings");
  result.trajectory = read_trajectory(file);
  read_figures(file, result);
  read_expect(file, result);
  read_solver(file, result.solver);
  stored.scene = read_scene_group(file);
  const Handle model = open_group(file, "model");
  stored.model_name = text(model, "name");
  stored.model_text = text(model, "source");
  return stored;
}

/// Opens the file, if it is whole, and lets `read` take what it wants; all failures become an
/// InputError.
template <class Read>
auto read_file(const fs::path& path, Read read) {
  const QuietErrors quiet;
  const auto fail = [&](const std::string& what) {
    return InputError(Diagnostic{
        {path.string(), 0, 0}, "", what, "`cuttle run` writes this file; run the model again"});
  };
  check_seal(path, kResultFormat);
  try {
    const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "file");
    return read(file);
  } catch (const Hdf5Error& e) {
    throw fail("is not a result of cuttle, or damaged (at '" + e.what + "')");
  } catch (const nlohmann::json::exception& e) {
    throw fail(std::string("holds a damaged scene: ") + e.what());
  } catch (const InputError&) {
    throw;
  } catch (const std::runtime_error& e) {
    throw fail(std::string("holds a damaged scene: ") + e.what());
  }
}

}  // namespace

StoredResult read_results(const fs::path& file) {
  return read_file(file, [](hid_t id) { return read_everything(id); });
}

Scene read_scene(const fs::path& file) {
  return read_file(file, [](hid_t id) { return read_scene_group(id); });
}

}  // namespace cuttle
