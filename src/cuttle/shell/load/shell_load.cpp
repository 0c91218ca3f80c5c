#include "cuttle/shell/load/shell_load.h"

#include "cuttle/core/workspace.h"

namespace cuttle {

VectorX even_load(const ShellData& d, double from, double to,
                  const std::function<double(double X)>& along) {
  VectorX load = VectorX::Zero(Eigen::Index(d.rings.size()));
  for (size_t k = 0; k < d.rings.size(); ++k)
    if (d.rings[k].X >= from && d.rings[k].X <= to) load[Eigen::Index(k)] = along(d.rings[k].X);
  return load;
}

VectorX hoop_tension(const ShellData& d, double from, double to,
                     const std::function<double(double X)>& along) {
  VectorX load = even_load(d, from, to, along);
  for (size_t k = 0; k < d.rings.size(); ++k) load[Eigen::Index(k)] /= -d.rings[k].r0;
  return load;
}

VectorX cable_squeeze(const ShellData& d, double from, double to) {
  const VectorX inside = even_load(d, from, to, [](double) { return 1.0; });
  double area = 0;
  for (size_t k = 0; k < d.rings.size(); ++k) area += inside[Eigen::Index(k)] * d.rings[k].area;
  return -inside / area;
}

void ShellLoad::add(const Input& u, ShellLoading& load) const {
  VectorX& field = data_.kind == Kind::radial ? load.radial : load.pressure;
  field += u.u[data_.input] * data_.per_input;
}

void ShellLoad::apply(const Model&, const State&, const Input& u, bool, Workspace& ws) const {
  add(u, Shell::loading(ws.bodies[size_t(data_.body)]));
}

EnergyBooks ShellLoad::books(const Model& model, const State&, const Input& u,
                             const Workspace& ws) const {
  const BodyWork& b = ws.bodies[size_t(data_.body)];
  ShellLoading& mine = Shell::part(b);
  add(u, mine);
  const auto& shell = static_cast<const Shell&>(*model.bodies[size_t(data_.body)].family);
  return {.potential = 0, .power = shell.power_of(mine, b)};
}

}  // namespace cuttle
