#include "cuttle/analysis/rod_refinement.h"

#include <map>

#include "cuttle/compile/part_table.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/math/linalg/orthogonal.h"
#include "cuttle/math/quadrature.h"
#include "cuttle/rod/rod_panels.h"
#include "cuttle/rod/rod_span.h"

namespace cuttle {

namespace {

// Beyond this length over thickness, shear is less than a thousandth of what bending does; what a
// single Newton step says of it is then the error of the step.
constexpr double kSlender = 50;
constexpr size_t kFirstBend = 1, kLastBend = 2, kFirstShear = 4;  // in kModeNames

void add_functions(ModeSpec& mode) {
  mode.order += mode.basis == "fourier" ? 1 : 2;  // a Fourier order is two functions
  mode.elements *= 2;
}

void add_shear(StrainSpec& strain) {
  const bool bends = strain.modes[kFirstBend] || strain.modes[kLastBend];
  for (size_t i = kFirstShear; bends && i < kModes; ++i)
    if (!strain.modes[i]) strain.modes[i] = ModeSpec{};
}

void refine(const Rod& rod, Finer what, RodSpec& spec) {
  const bool slender = spec.length() > kSlender * thickness_of(spec);
  for (size_t d = 0; d < spec.divisions.size(); ++d) {
    DivisionSpec& division = spec.divisions[d];
    division.quadrature = 2 * rod.data().divisions[d].quadrature;
    if (what == Finer::points) continue;
    for (std::optional<ModeSpec>& mode : division.strain.modes)
      if (mode) add_functions(*mode);
    // stiffnesses in numbers need not know any shear
    const bool solid = division.section.shape != SectionShape::custom;
    if (what == Finer::shear && solid && !slender) add_shear(division.strain);
  }
}

// Coordinates of a finer basis for the functions of a coarser one, where these are in its span.
MatrixX embed(const StrainBasis& coarse, const StrainBasis& fine) {
  const int pieces = int(fine.kinks().size()) + 1, points = fine.degree() + 2;
  const Quadrature rule = gauss_legendre(points);
  MatrixX values(pieces * points, fine.size()), wanted(pieces * points, coarse.size());
  std::vector<double> ends = fine.kinks();
  ends.insert(ends.begin(), 0);
  ends.push_back(1);
  for (int piece = 0; piece < pieces; ++piece)
    for (int i = 0; i < points; ++i) {
      const double start = ends[size_t(piece)], size = ends[size_t(piece) + 1] - start;
      const double x = start + rule.nodes[i] * size;
      values.row(piece * points + i) = fine(x);
      wanted.row(piece * points + i) = coarse(x);
    }
  return least_squares(values, wanted);
}

MatrixX embed(const Rod& coarse, const Rod& fine) {
  MatrixX E = MatrixX::Zero(fine.n(), coarse.n());
  int row = 0, column = 0;
  for (size_t d = 0; d < coarse.data().divisions.size(); ++d)
    for (size_t mode = 0; mode < kModes; ++mode) {
      const auto& from = coarse.data().divisions[d].modes[mode];
      const auto& to = fine.data().divisions[d].modes[mode];
      for (size_t i = 0; i < to.size(); ++i) {
        if (i < from.size()) {
          E.block(row, column, to[i].size(), from[i].size()) = embed(from[i], to[i]);
          column += from[i].size();
        }
        row += to[i].size();
      }
    }
  return E;
}

}  // namespace

Scenario refined(const Scenario& scenario, Finer what) {
  ScenarioSpec spec = scenario.spec;
  for (const PartKind* kind : part_table())
    if (kind->chapter == Chapter::control) spec.replace(*kind->type, {});
  spec.figures.clear();
  spec.expect.clear();
  for (BodySpec& body : spec.bodies) {
    if (!body.rod) continue;
    refine(rod_of(scenario.model, scenario.model.find_body(body.name)), what, *body.rod);
  }
  return build(spec);
}

Embedding::Embedding(const Model& coarse, const Model& fine)
    : coarse_(coarse), fine_(fine), strains_(coarse.bodies.size()) {
  for (size_t i = 0; i < coarse.bodies.size(); ++i) {
    const Rod *from = find_rod(coarse.bodies[i]), *to = find_rod(fine.bodies[i]);
    if (from && to && from->n() < to->n()) strains_[i] = embed(*from, *to);
  }
}

VectorX Embedding::spread(const VectorX& coarse, bool forces) const {
  VectorX fine = VectorX::Zero(fine_.nv);
  for (size_t i = 0; i < strains_.size(); ++i) {
    const Body &from = coarse_.bodies[i], &to = fine_.bodies[i];
    for (size_t s = 0; s < from.steps.size(); ++s)
      fine.segment(to.steps[s].v, to.steps[s].nv()) =
          coarse.segment(from.steps[s].v, from.steps[s].nv());
    const VectorX own = coarse.segment(from.v, from.n());
    const MatrixX& E = strains_[i];
    if (E.size() == 0)
      fine.segment(to.v, to.n()) = own;
    else if (forces)
      fine.segment(to.v, to.n()) = E * Cholesky(E.transpose() * E).solve(VectorX(own));
    else
      fine.segment(to.v, to.n()) = E * own;
  }
  return fine;
}

VectorX Embedding::velocity(const VectorX& coarse) const { return spread(coarse, false); }
VectorX Embedding::forces(const VectorX& coarse) const { return spread(coarse, true); }

State Embedding::state(const State& coarse) const {
  State fine = coarse;
  fine.q = VectorX::Zero(fine_.nq);
  fine.v = velocity(coarse.v);
  for (size_t i = 0; i < strains_.size(); ++i) {
    const Body &from = coarse_.bodies[i], &to = fine_.bodies[i];
    // the coordinates of a joint stand before those of its body
    const int joint = from.steps.empty() ? 0 : from.q - from.steps.front().q;
    if (joint > 0) fine.q.segment(to.q - joint, joint) = coarse.q.segment(from.q - joint, joint);
    const VectorX own = coarse.q.segment(from.q, from.n());
    fine.q.segment(to.q, to.n()) = strains_[i].size() == 0 ? own : VectorX(strains_[i] * own);
  }
  return fine;
}

void Embedding::copy_inputs(const Input& coarse, Input& fine) const {
  std::map<std::string, int> known;
  for (int j = 0; j < coarse_.nu(); ++j) known[coarse_.inputs[size_t(j)].name] = j;
  for (int i = 0; i < fine_.nu(); ++i) {
    // loads along a rod have one input per station, and the stations are others
    const std::string& name = fine_.inputs[size_t(i)].name;
    const auto at = known.find(name);
    if (at == known.end() || name.find('[') != std::string::npos) continue;
    fine.u[i] = coarse.u[at->second];
    fine.u_dot[i] = coarse.u_dot[at->second];
    fine.u_ddot[i] = coarse.u_ddot[at->second];
  }
}

}  // namespace cuttle
