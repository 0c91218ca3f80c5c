#include "cuttle/io/write_hdf5.h"

#include <fmt/format.h>

#include <span>
#include <string>
#include <vector>

#include "cuttle/io/hdf5_handle.h"
#include "cuttle/io/replace_file.h"
#include "cuttle/io/scene_file.h"

namespace cuttle {
namespace {

Handle scalar_space() { return {H5Screate(H5S_SCALAR), H5Sclose, "scalar"}; }

Handle array_space(const std::vector<hsize_t>& shape) {
  return {H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose,
          "array"};
}

void write_attribute(hid_t object, const char* name, hid_t type, hid_t space, const void* data) {
  const Handle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                         name);
  check(H5Awrite(attribute, type, data), name);
}

void write_attribute(hid_t object, const char* name, const std::string& text) {
  const char* data = text.c_str();
  write_attribute(object, name, string_type(), scalar_space(), &data);
}

void write_attribute(hid_t object, const char* name, double value) {
  write_attribute(object, name, H5T_NATIVE_DOUBLE, scalar_space(), &value);
}

void write_attribute(hid_t object, const char* name, long value) {
  write_attribute(object, name, H5T_NATIVE_LONG, scalar_space(), &value);
}

std::vector<const char*> pointers(const std::vector<std::string>& texts) {
  std::vector<const char*> list;
  list.reserve(texts.size() + 1);  // the library refuses a null pointer, even to nothing
  for (const std::string& text : texts) list.push_back(text.c_str());
  return list;
}

void write_attribute(hid_t object, const char* name, const std::vector<std::string>& texts) {
  const auto data = pointers(texts);
  write_attribute(object, name, string_type(), array_space({data.size()}), data.data());
}

Handle make_group(hid_t file, const std::string& name) {
  return {H5Gcreate2(file, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, name};
}

Handle write_dataset(hid_t group, const std::string& name, hid_t type, hid_t space,
                     const void* data) {
  // no time stamps: equal runs give equal files
  const Handle options(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, name);
  check(H5Pset_obj_track_times(options, false), name);

  // a slash in a name makes a group of its own
  const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose, name);
  check(H5Pset_create_intermediate_group(links, 1), name);

  Handle dataset(H5Dcreate2(group, name.c_str(), type, space, links, options, H5P_DEFAULT),
                 H5Dclose, name);
  check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), name);
  return dataset;
}

// a list that keeps an order, beyond the size limit of attributes
void write_texts(hid_t group, const std::string& name, const std::vector<std::string>& texts) {
  write_dataset(group, name, string_type(), array_space({texts.size()}), pointers(texts).data());
}

void write_column(hid_t group, const Column& column, std::span<const double> values) {
  const Handle dataset = write_dataset(group, column.name, H5T_NATIVE_DOUBLE,
                                       array_space({values.size()}), values.data());
  write_attribute(dataset, "unit", column.unit);
  write_attribute(dataset, "doc", column.doc);
  write_attribute(dataset, "group", column.group);
}

void write_series(hid_t file, const Trajectory& trajectory) {
  const Handle group = make_group(file, "series");
  write_attribute(group, "axis", trajectory.axis_column().name);
  std::vector<std::string> names;
  for (const Column& column : trajectory.columns()) names.push_back(column.name);
  write_texts(file, "column_names", names);
  write_column(group, trajectory.axis_column(), trajectory.axis());
  for (std::size_t i = 0; i < trajectory.columns().size(); ++i)
    write_column(group, trajectory.columns()[i], trajectory.column(i));
}

void write_states(hid_t file, const Trajectory& trajectory) {
  const Handle group = make_group(file, "state");
  const auto write = [&](const char* name, const std::vector<std::string>& names,
                         std::span<const double> data) {
    const Handle dataset =
        write_dataset(group, name, H5T_NATIVE_DOUBLE,
                      array_space({trajectory.rows(), names.size()}), data.data());
    write_attribute(dataset, "names", names);
  };
  write("q", trajectory.q_names(), trajectory.q_data());
  write("v", trajectory.v_names(), trajectory.v_data());

  // contact shapes, nodes of nets and connections, where there are any
  if (const auto& names = trajectory.contact_names(); !names.empty()) {
    const Handle dataset =
        write_dataset(group, "contacts", H5T_NATIVE_DOUBLE,
                      array_space({trajectory.rows(), names.size(), kContactNumbers}),
                      trajectory.contact_data().data());
    write_attribute(dataset, "numbers",
                    std::vector<std::string>{"x", "y", "z", "fx", "fy", "fz", "state"});
    write_texts(group, "contact_names", names);
  }
  if (const auto& names = trajectory.net_names(); !names.empty()) {
    const Handle dataset = write_dataset(
        group, "nets", H5T_NATIVE_DOUBLE,
        array_space({trajectory.rows(), names.size(), kNetNumbers}), trajectory.net_data().data());
    write_attribute(dataset, "numbers",
                    std::vector<std::string>{"x", "y", "state", "normal", "tangential"});
    write_texts(group, "net_names", names);
  }
  if (const auto& names = trajectory.connection_names(); !names.empty()) {
    write_dataset(group, "closed", H5T_NATIVE_DOUBLE,
                  array_space({trajectory.rows(), names.size()}), trajectory.closed_data().data());
    write_texts(group, "connection_names", names);
  }
}

void write_figures(hid_t file, const RunResult& result) {
  const Handle group = make_group(file, "figures");
  std::vector<std::string> names;
  for (const Figure& f : result.figures) names.push_back(f.name);
  write_texts(file, "figure_names", names);
  write_attribute(group, "named", long(result.named_figures));
  for (const Figure& f : result.figures) {
    const Handle dataset =
        write_dataset(group, f.name, H5T_NATIVE_DOUBLE, scalar_space(), &f.value);
    write_attribute(dataset, "unit", f.unit);
  }
}

void write_expect(hid_t file, const std::vector<ExpectResult>& expect) {
  const Handle group = make_group(file, "expect");
  std::vector<std::string> figure, source;
  std::vector<double> value, reference, tolerance;
  std::vector<int> pass;
  for (const ExpectResult& e : expect) {
    figure.push_back(e.figure);
    source.push_back(e.source);
    value.push_back(e.value);
    reference.push_back(e.reference);
    tolerance.push_back(e.tolerance);
    pass.push_back(e.pass ? 1 : 0);
  }
  const Handle space = array_space({expect.size()});
  write_texts(group, "figure", figure);
  write_dataset(group, "value", H5T_NATIVE_DOUBLE, space, value.data());
  write_dataset(group, "reference", H5T_NATIVE_DOUBLE, space, reference.data());
  write_dataset(group, "tolerance", H5T_NATIVE_DOUBLE, space, tolerance.data());
  write_dataset(group, "pass", H5T_NATIVE_INT, space, pass.data());
  write_texts(group, "source", source);
}

void write_solver(hid_t file, const SolverStatistics& solver) {
  const Handle group = make_group(file, "solver");
  write_attribute(group, "method", solver.method);
  write_attribute(group, "steps", solver.steps);
  write_attribute(group, "rejected", solver.rejected);
  write_attribute(group, "evaluations", solver.evaluations);
  write_attribute(group, "iterations", solver.iterations);
  write_attribute(group, "exact_solves", solver.exact_solves);
}

// the header says where the numbers are in the data
void write_scene(hid_t file, const Scene& scene) {
  const EncodedScene encoded = encode_scene(scene, ScenePacking::full);
  const Handle group = make_group(file, "scene");
  const char* header = encoded.header.c_str();
  write_dataset(group, "header", string_type(), scalar_space(), &header);
  write_dataset(group, "data", H5T_NATIVE_UINT8, array_space({encoded.data.size()}),
                encoded.data.data());
}

// the file is made in memory: a full disk then is our plain error, not one inside of the library
Handle memory_file() {
  const Handle options(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "file");
  check(H5Pset_fapl_core(options, 1u << 20, false), "file");
  return {H5Fcreate("result.h5", H5F_ACC_TRUNC, H5P_DEFAULT, options), H5Fclose, "file"};
}

std::string file_image(hid_t file) {
  check(H5Fflush(file, H5F_SCOPE_GLOBAL), "end of file");
  const ssize_t size = H5Fget_file_image(file, nullptr, 0);
  if (size < 0) throw Hdf5Error{"end of file"};
  std::string image(static_cast<std::size_t>(size), '\0');
  if (H5Fget_file_image(file, image.data(), image.size()) != size) throw Hdf5Error{"end of file"};
  return image;
}

std::string hdf5_image(const ResultSource& source) {
  const RunResult& result = source.result;
  const Handle file = memory_file();
  write_attribute(file, "format", std::string("cuttle-result/1"));
  write_attribute(file, "status", std::string(to_string(result.status.code)));
  write_attribute(file, "message", result.status.message);
  write_attribute(file, "t", result.status.t);
  write_attribute(file, "energy_residual", result.energy_residual);
  write_attribute(file, "wall_seconds", result.wall_seconds);
  write_texts(file, "warnings", result.warnings);
  write_series(file, result.trajectory);
  write_states(file, result.trajectory);
  write_figures(file, result);
  write_expect(file, result.expect);
  write_solver(file, result.solver);
  write_scene(file, source.scene);
  const Handle model = make_group(file, "model");
  write_attribute(model, "name", std::string(source.model_name));
  write_attribute(model, "source", std::string(source.model_text));
  return file_image(file);
}

}  // namespace

void write_hdf5(const ResultSource& source, const std::filesystem::path& path) {
  const QuietErrors quiet;
  try {
    replace_file(path, hdf5_image(source));
  } catch (const Hdf5Error& e) {
    throw OutputError(path, fmt::format("HDF5 failed at '{}'", e.what));
  }
}

}  // namespace cuttle
