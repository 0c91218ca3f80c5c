#include "cuttle/study/assembly_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cuttle/compile/close_built.h"
#include "cuttle/connection/closed_state.h"
#include "cuttle/connection/scales.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/part/text_table.h"

namespace cuttle {
namespace {

constexpr std::size_t kMostRows = 12;
constexpr double kMoved = 1e-9;  // of the scale of a coordinate

struct Move {
  TableRow row;
  double size = 0;  // in scales of the coordinates
};

/// The largest gap and tilt that closed connections have as they are placed [m, rad].
double widest_gap(const Scenario& scenario, const Input& u, State placed) {
  placed.connections = scenario.initial.connections;
  Workspace ws(scenario.model);
  update_kinematics(scenario.model, placed, u, nullptr, ws);
  return largest_gap(dense_rows(scenario.model, placed, ws));
}

void add_joint(const Scenario& scenario, const Body& body, const State& placed, const VectorX& way,
               const VectorX& scale, std::vector<Move>& moves) {
  const State& closed = scenario.initial;
  for (const JointStep& step : body.steps) {
    double size = 0;
    for (int i = step.v; i < step.v + step.nv(); ++i)
      size = std::max(size, std::abs(way[i]) / scale[i]);
    if (!(size > kMoved)) continue;
    if (step.kind == StepKind::screw) {
      const bool slides = step.S.head<3>().isZero(0);
      moves.push_back({{scenario.model.q_names[std::size_t(step.q)], number(placed.q[step.q]),
                        number(closed.q[step.q]), slides ? "m" : "rad"},
                       size});
      continue;
    }
    const double turn = way.segment<3>(step.v).norm();
    moves.push_back({{body.name + ", turned", "0", number(turn), "rad"}, size});
    if (step.kind == StepKind::motion)
      moves.push_back(
          {{body.name + ", moved", "0", number(way.segment<3>(step.v + 3).norm()), "m"}, size});
  }
}

/// Of the strains of a soft body, the one that changed most.
void add_strain(const Scenario& scenario, const Body& body, const State& placed, const VectorX& way,
                const VectorX& scale, std::vector<Move>& moves) {
  Move most;
  for (int i = 0; i < body.n(); ++i) {
    const double size = std::abs(way[body.v + i]) / scale[body.v + i];
    if (!(size > std::max(kMoved, most.size))) continue;
    most = {{scenario.model.q_names[std::size_t(body.q + i)], number(placed.q[body.q + i]),
             number(scenario.initial.q[body.q + i]), ""},
            size};
  }
  if (most.size > 0) moves.push_back(std::move(most));
}

}  // namespace

std::string assembly_text(const Scenario& scenario, const Input& u) {
  const Model& model = scenario.model;
  const State placed = placed_state(scenario.spec, model, u, scenario.initial.t);
  VectorX way(model.nv);
  difference(model, placed.q, scenario.initial.q, way);
  const VectorX scale = displacement_scale(model);
  std::vector<Move> moves;
  for (const Body& body : model.bodies) {
    add_joint(scenario, body, placed, way, scale, moves);
    add_strain(scenario, body, placed, way, scale, moves);
  }
  if (moves.empty()) return "";
  std::ranges::stable_sort(moves, std::greater(), &Move::size);
  std::vector<TableRow> rows = {{"moved by it", "from", "to", ""}};
  for (const Move& move : moves) rows.push_back(move.row);
  std::string more;
  if (moves.size() > kMostRows) {
    rows.resize(kMostRows + 1);
    more = fmt::format("  ... and {} more\n", moves.size() - kMostRows);
  }
  return fmt::format("\nassembly, from a gap of {} (m, rad)\n",
                     number(widest_gap(scenario, u, placed))) +
         aligned(rows) + more;
}

}  // namespace cuttle
