#include "cuttle/io/write_hdf5.h"

#include <span>
#include <string>
#include <vector>

#include "cuttle/io/hdf5_parts.h"
#include "cuttle/io/manifest.h"
#include "cuttle/io/replace_file.h"
#include "cuttle/io/scene_file.h"

namespace cuttle {
namespace {

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
    write_dataset(group, name, H5T_NATIVE_DOUBLE, array_space({trajectory.rows(), names.size()}),
                  data.data());
    write_texts(group, std::string(name) + "_names", names);
  };
  write("q", trajectory.q_names(), trajectory.q_data());
  write("v", trajectory.v_names(), trajectory.v_data());

  // contact shapes, nodes of nets and connections, where there are any
  if (const auto& names = trajectory.contact_names(); !names.empty()) {
    const Handle dataset =
        write_dataset(group, "contacts", H5T_NATIVE_DOUBLE,
                      array_space({trajectory.rows(), names.size(), kContactNumbers}),
                      trajectory.contact_data().data());
    write_attribute(dataset, "numbers", {"x", "y", "z", "fx", "fy", "fz", "state"});
    write_texts(group, "contact_names", names);
  }
  if (const auto& names = trajectory.net_names(); !names.empty()) {
    const Handle dataset = write_dataset(
        group, "nets", H5T_NATIVE_DOUBLE,
        array_space({trajectory.rows(), names.size(), kNetNumbers}), trajectory.net_data().data());
    write_attribute(dataset, "numbers", {"x", "y", "state", "normal", "tangential"});
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
  write_text(group, "header", encoded.header);
  write_dataset(group, "data", H5T_NATIVE_UINT8, array_space({encoded.data.size()}),
                encoded.data.data());
}

void write_everything(hid_t file, const ResultSource& source) {
  const RunResult& result = source.result;
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
  write_text(model, "name", std::string(source.model_name));
  write_text(model, "source", std::string(source.model_text));
}

}  // namespace

std::string hdf5_text(const ResultSource& source) {
  return hdf5_image(kResultFormat, run_id(source.result),
                    [&](hid_t file) { write_everything(file, source); });
}

void write_hdf5(const ResultSource& source, const std::filesystem::path& path) {
  replace_file(path, made_for(path, [&] { return hdf5_text(source); }));
}

}  // namespace cuttle
