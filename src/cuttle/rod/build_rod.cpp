#include "cuttle/rod/build_rod.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <variant>

#include "cuttle/math/linalg/eigen.h"
#include "cuttle/rod/section.h"
#include "cuttle/signal/function.h"
#include "cuttle/signal/signal.h"

namespace cuttle {

namespace {

// functions of X are looked at in as many places before a model is accepted
constexpr int kSectionSamples = 64;
constexpr double kWidest = 1e6;  // [m] a section that is larger is a slip of units

// the first sample where a function is not as it must be
template <class F, class Good>
std::optional<double> first_bad(const F& f, double length, Good good) {
  for (int i = 0; i <= kSectionSamples; ++i) {
    const double X = length * i / kSectionSamples;
    if (!good(f(X))) return X;
  }
  return std::nullopt;
}

// The section of a division as a function of X. Formulas belong to one thread at a time.
class SectionLaw {
 public:
  SectionLaw(const SectionSpec& spec, const SectionMaterial& material, double length)
      : spec_(spec), material_(material) {
    for (const auto& [name, size] : sizes(spec))
      if (size) sizes_.emplace_back(*size, length);
  }

  /// The lengths that make up a section, with their names in the file.
  static std::vector<std::pair<const char*, std::optional<FunctionSpec>>> sizes(
      const SectionSpec& spec) {
    switch (spec.shape) {
      case SectionShape::circle:
        return {{"radius", spec.radius}};
      case SectionShape::rectangle:
        return {{"width", spec.width}, {"height", spec.height}};
      case SectionShape::ellipse:
        return {{"semi_y", spec.semi_y}, {"semi_z", spec.semi_z}};
      case SectionShape::custom:
        break;
    }
    return {};
  }

  RodSection operator()(double X) const {
    if (spec_.shape == SectionShape::custom)
      return {.stiffness = *spec_.stiffness,
              .damping = spec_.damping.value_or(Matrix6::Zero()),
              .inertia = *spec_.inertia};
    return section_of(geometry(X), material_);
  }

 private:
  SectionGeometry geometry(double X) const {
    const std::scoped_lock lock(mutex_);
    const bool exact = spec_.torsion_constant == TorsionConstant::saint_venant;
    if (spec_.shape == SectionShape::circle) return circle_geometry(sizes_[0].value(X));
    const double a = sizes_[0].value(X), b = sizes_[1].value(X);
    return spec_.shape == SectionShape::rectangle ? rectangle_geometry(a, b, exact)
                                                  : ellipse_geometry(a, b, exact);
  }

  SectionSpec spec_;
  SectionMaterial material_;
  std::vector<Function> sizes_;
  mutable std::mutex mutex_;
};

// The rest strain of a division as a function of X; of signals that at the start.
class RestLaw {
 public:
  RestLaw(const RestStrainSpec& spec, double length, double t0) : t0_(t0) {
    for (const RestSpec& mode : spec.modes)
      if (mode.signal)
        modes_.emplace_back(Signal(*mode.signal));
      else
        modes_.emplace_back(Function(mode, length));
  }

  double value(size_t mode, double X) const {
    if (const auto* const signal = std::get_if<Signal>(&modes_[mode])) return signal->value(t0_, X);
    return std::get<Function>(modes_[mode]).value(X);
  }

  Vector6 operator()(double X) const {
    const std::scoped_lock lock(mutex_);
    Vector6 strain;
    for (size_t i = 0; i < modes_.size(); ++i) strain[Eigen::Index(i)] = value(i, X);
    return strain;
  }

 private:
  double t0_;
  std::vector<std::variant<Function, Signal>> modes_;
  mutable std::mutex mutex_;
};

void check_matrix(const SectionSpec& section, const char* field,
                  const std::optional<Matrix6>& matrix, Diagnostics& diagnostics) {
  if (!matrix) return;
  const double size = matrix->cwiseAbs().maxCoeff();
  if ((*matrix - matrix->transpose()).cwiseAbs().maxCoeff() > 1e-9 * size) {
    diagnostics.add(section.origin.error(field, "is not symmetric"));
    return;
  }
  const double least = symmetric_eigenvalues(*matrix)[0];
  if (least < -1e-9 * size)
    diagnostics.add(
        section.origin.error(field, fmt::format("has the negative eigenvalue {:.4g}", least),
                             "it must not generate energy: all eigenvalues must be >= 0"));
}

void check_section(const DivisionSpec& division, Diagnostics& diagnostics) {
  const SectionSpec& section = division.section;
  for (const auto& [name, size] : SectionLaw::sizes(section)) {
    if (!size) {
      diagnostics.add(section.origin.error(name, "missing"));
      continue;
    }
    const Function f(*size, division.length);
    const auto X = first_bad([&f](double x) { return f.value(x); }, division.length,
                             [](double x) { return x > 0 && x < kWidest; });
    if (!X) continue;
    const double bad = f.value(*X);
    diagnostics.add(section.origin.error(
        name,
        fmt::format("is {:.6g} m at X = {:.6g} m, must be {}", bad, *X,
                    bad >= kWidest ? fmt::format("below {:g} m", kWidest) : "> 0"),
        bad >= kWidest ? "M stands for a million, m for a thousandth: 8 mm"
                       : "X is in metres from the start of the division"));
  }
  if (section.shape != SectionShape::custom) {
    if (!(division.material.spec.density > 0))
      diagnostics.add(division.origin.error(
          "material",
          fmt::format("density is {} kg/m^3, must be > 0", division.material.spec.density)));
    return;
  }
  for (const auto& [name, matrix] :
       {std::pair("stiffness", section.stiffness), std::pair("inertia", section.inertia)})
    if (!matrix) diagnostics.add(section.origin.error(name, "missing"));
  check_matrix(section, "stiffness", section.stiffness, diagnostics);
  check_matrix(section, "inertia", section.inertia, diagnostics);
  check_matrix(section, "damping", section.damping, diagnostics);
  if (section.inertia && !((*section.inertia)(3, 3) > 0))
    diagnostics.add(section.origin.error(
        "inertia", fmt::format("mass per length is {} kg/m, must be > 0", (*section.inertia)(3, 3)),
        "it is the fourth entry of the diagonal"));
}

void check_rest(const DivisionSpec& division, double t0, Diagnostics& diagnostics) {
  const auto active = [](const std::optional<ModeSpec>& mode) { return mode.has_value(); };
  if (division.stiffness_factor && std::ranges::none_of(division.strain.modes, active))
    diagnostics.add(division.origin.error("stiffness_factor",
                                          "has no effect: this division has no active strain",
                                          "give it coordinates: strain: {bend_y: 2}"));
  const RestLaw law(division.rest, division.length, t0);
  for (size_t i = 0; i < kModes; ++i) {
    const bool stretch = i == 3, changes = division.rest.modes[i].signal.has_value();
    if (changes && !division.strain.modes[i]) {
      diagnostics.add(division.rest.origin.error(
          kModeNames[i],
          fmt::format("changes in time, but {} is not an active strain of this division",
                      kModeNames[i]),
          fmt::format("give it coordinates: strain: {{{}: 2}}", kModeNames[i])));
      continue;
    }
    const auto good = [&](double x) { return std::isfinite(x) && (!stretch || x > 0); };
    const auto X = first_bad([&](double x) { return law.value(i, x); }, division.length, good);
    if (X)
      diagnostics.add(division.rest.origin.error(
          kModeNames[i],
          fmt::format("is {:.6g} at X = {:.6g} m{}, must be {}", law.value(i, *X), *X,
                      changes ? fmt::format(" and t = {:.6g} s", t0) : "",
                      stretch ? "> 0" : "finite"),
          stretch ? "1 means no stretch" : ""));
  }
}

// columns X, phi1, phi2, ... over the whole division
StrainBasis table_basis(const ModeSpec& mode, double length, Diagnostics& diagnostics) {
  StrainBasis basis{.kind = "table"};
  if (mode.table.size() < 2 || mode.table[0].size() < 2) {
    diagnostics.add(mode.origin.error("csv", "needs a column X, one or more functions, two rows"));
    return {};
  }
  const std::vector<double>& X = mode.table[0];
  if (std::abs(X.front()) > 1e-6 * length || std::abs(X.back() - length) > 1e-6 * length) {
    diagnostics.add(mode.origin.error(
        "csv", fmt::format("X runs from {:.6g} m to {:.6g} m, the division from 0 to {:.6g} m",
                           X.front(), X.back(), length)));
    return {};
  }
  const auto rows = Eigen::Index(X.size()), columns = Eigen::Index(mode.table.size()) - 1;
  basis.values.resize(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    basis.x.push_back(X[size_t(i)] / length);
    for (Eigen::Index j = 0; j < columns; ++j)
      basis.values(i, j) = mode.table[size_t(j + 1)][size_t(i)];
  }
  return basis;
}

StrainBasis make_basis(const ModeSpec& mode, double length, Diagnostics& diagnostics) {
  const StrainBasisKind* const kind = find_strain_basis(mode.basis);
  if (!kind) {
    diagnostics.add(mode.origin.error("basis", "unknown basis '" + mode.basis + "'"));
    return {};
  }
  if (kind->name == "table") return table_basis(mode, length, diagnostics);
  const bool piecewise = kind->name == "linear" || kind->name == "hermite";
  return {.kind = kind->name, .order = piecewise ? mode.elements : mode.order};
}

RodDivision make_rod_division(const DivisionSpec& spec, double t0, Diagnostics& diagnostics) {
  RodDivision division;
  division.length = spec.length;
  for (size_t i = 0; i < kModes; ++i)
    if (spec.strain.modes[i])
      division.modes[i].push_back(make_basis(*spec.strain.modes[i], spec.length, diagnostics));
  if (!diagnostics.empty()) return division;
  division.quadrature = spec.quadrature.value_or(1);  // 1: to be chosen

  // shared: a std::function must be copyable, a law is not
  const MaterialSpec& m = spec.material.spec;
  const double shear = m.shear.value_or(m.young / (2 * (1 + m.poisson)));
  const auto section = std::make_shared<const SectionLaw>(
      spec.section,
      SectionMaterial{m.young, shear, m.density, m.viscosity, spec.section.shear_factor},
      spec.length);
  const auto rest = std::make_shared<const RestLaw>(spec.rest, spec.length, t0);
  division.section = [section](double X) { return (*section)(X); };
  division.rest_strain = [rest](double X) { return (*rest)(X); };
  return division;
}

}  // namespace

std::vector<RodDivision> make_divisions(const RodSpec& rod, double t0, Diagnostics& diagnostics) {
  Diagnostics own;
  bool flexible = false;
  for (const DivisionSpec& division : rod.divisions) {
    if (!(division.length > 0)) {
      own.add(
          division.origin.error("length", fmt::format("is {} m, must be > 0", division.length)));
      continue;
    }
    check_section(division, own);
    check_rest(division, t0, own);
    for (const auto& mode : division.strain.modes) flexible = flexible || mode.has_value();
  }
  if (!flexible && own.empty())
    own.add(rod.origin.error("strain", "this rod has no strain mode, so it cannot deform",
                             "give strain: {bend_y: 2}, or make it a rigid body"));
  std::vector<RodDivision> divisions;
  if (own.empty())
    for (const DivisionSpec& division : rod.divisions)
      divisions.push_back(make_rod_division(division, t0, own));
  for (const Diagnostic& diagnostic : own.list()) diagnostics.add(diagnostic);
  return divisions;
}

void set_initial_strain(const RodSpec& rod, const Body& body, State& x) {
  // own coordinates: division by division, mode by mode
  const auto& divisions = static_cast<const Rod&>(*body.family).data().divisions;
  int column = 0;
  for (size_t d = 0; d < divisions.size(); ++d)
    for (size_t mode = 0; mode < kModes; ++mode) {
      const auto& q = rod.divisions[d].initial.modes[mode];
      const auto& v = rod.divisions[d].velocity.modes[mode];
      for (size_t i = 0; i < q.size(); ++i) x.q[body.q + column + int(i)] = q[i];
      for (size_t i = 0; i < v.size(); ++i) x.v[body.v + column + int(i)] = v[i];
      for (const StrainBasis& basis : divisions[d].modes[mode]) column += basis.size();
    }
}

}  // namespace cuttle
