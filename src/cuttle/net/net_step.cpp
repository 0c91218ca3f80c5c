#include "cuttle/net/net_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/base/error.h"
#include "cuttle/base/interrupt.h"

namespace cuttle {
namespace {

using Mode = NodeContact::Mode;

enum class Law { none, exact, penalty };

// a correction larger than this share of the shortest edge is cut: the strip could fold
constexpr double kLargestCorrection = 0.5;
// under the smooth law, corrections that do not shrink from this iteration on are halved: they jump
// over its bends. Under the exact law a shorter step is the better answer: it stays on the branch.
constexpr int kPatience = 6;
// how often the smooth law may halve a step that the exact law could not resolve
constexpr int kFallbackHalvings = 8;
// The matrix of the midpoint rule is that of the middle: the last correction of Newton's method is
// not squared any more, and should be this part of the tolerance, unless friction slows it down.
constexpr double kUnsquared = 1e-4;

// One implicit Euler step over h from x_start with velocity v: R(x) = 0 with
// R = M (x - x_start - h v)/h^2 + gradient of energy and viscous potential + drag.
struct Substep {
  const NetWorld& world;
  const NetData& net;
  const VectorX& v;
  double t, h;
  Law law;
};

bool midpoint(const Substep& sub) { return sub.world.options.scheme == NetScheme::midpoint; }

void assemble(const Substep& sub, NetWorkspace& ws, bool with_matrix) {
  const NetData& net = sub.net;
  const double h = sub.h;
  BandMatrix* A = with_matrix ? &ws.A : nullptr;
  ws.residual.setZero();
  if (A) A->set_zero();
  const NetViscous viscous{.before = ws.before, .step = h};
  if (A || !midpoint(sub)) add_elastic(net, ws.input, &viscous, ws.x, ws.residual, A);
  if (midpoint(sub)) {
    ws.end = 2 * ws.x - ws.x_start;
    ws.residual.setZero();
    add_elastic_between(net, ws.input, ws.x_start, ws.end, 2 * h, ws.residual);
  }
  add_loads(net, 1, ws.residual);
  for (int i = 0; i < net.size(); ++i) {
    const double inertia = net.mass[i / 2] / (h * h), drag = net.drag[i / 2] / h;
    const double moved = ws.x[i] - ws.x_start[i];
    ws.residual[i] += inertia * (moved - h * sub.v[i]) + drag * moved;
    if (A) A->row(i)[i] += inertia + drag;
  }
  if (sub.law == Law::penalty) {
    add_penalty(net, sub.world.ground, h, ws.x, ws.x_start, ws.residual, A);
  }
}

// Newton's method with the present statuses; leaves ws.residual = R at the solution
bool newton(const Substep& sub, NetWorkspace& ws, NetStepReport& report) {
  const NetData& net = sub.net;
  const NetStepOptions& options = sub.world.options;
  double before = 0;
  for (int iteration = 0; iteration < options.max_iterations; ++iteration) {
    if (report.status = interruption(sub.t); !report.status.ok()) return false;
    ++report.iterations;
    assemble(sub, ws, true);
    ws.dx = ws.residual;
    if (sub.law == Law::exact) {
      replace_contact_rows(net, sub.world.ground, ws.contact, ws.x, ws.x_start, ws.A, ws.dx);
    }
    hold_fixed(net, ws.A, ws.dx);
    if (!ws.lu.solve(ws.A, ws.dx)) return false;

    const double largest = ws.dx.cwiseAbs().maxCoeff() / net.shortest_edge;
    double cut = largest > kLargestCorrection ? kLargestCorrection / largest : 1;
    if (sub.law == Law::penalty && iteration >= kPatience && largest > 0.5 * before) cut *= 0.5;
    before = largest;
    ws.x -= cut * ws.dx;
    const bool quick = midpoint(sub) && iteration < kPatience;
    if (cut == 1 && largest < (quick ? kUnsquared : 1) * options.tolerance) {
      assemble(sub, ws, false);
      return true;
    }
  }
  return false;
}

void start_substep(const Substep& sub, const NetState& state, NetWorkspace& ws) {
  set_rest_input(sub.net, ws.input);
  if (sub.world.drive) sub.world.drive(sub.t + sub.h, ws.input);
  ws.x_start = state.x;
  net_strain(sub.net, ws.x_start, ws.before);
  ws.contact = state.contact;
  ws.x = ws.x_start + sub.h * sub.v;
  ws.stored = elastic_energy(sub.net, ws.input, ws.before);
  for (int i = 0; i < sub.net.size(); ++i) {
    if (sub.net.fixed[i]) ws.x[i] = ws.x_start[i];
  }
}

void note_forces(const Substep& sub, NetWorkspace& ws) {
  for (int node = 0; node < sub.net.nodes(); ++node) {
    ws.force[node] = {};
    if (sub.law == Law::none || !may_touch(sub.net, node)) continue;
    if (sub.law == Law::penalty) {
      ws.force[node] = penalty_force(sub.world.ground, sub.h, ws.x, ws.x_start, node);
      const Vector2 moved = ws.x.segment<2>(2 * node) - ws.x_start.segment<2>(2 * node);
      const double v = ground_frame(sub.world.ground, ws.x, node).tangent.dot(moved) / sub.h;
      const bool sticks = std::abs(v) < sub.world.ground.smooth_velocity;
      ws.contact[node].mode = ws.force[node].normal <= 0 ? Mode::free
                              : sticks                   ? Mode::stick
                                                         : Mode::slip;
      ws.contact[node].direction = static_cast<signed char>(v < 0 ? -1 : 1);
    } else if (ws.contact[node].mode != Mode::free) {
      const GroundFrame frame = ground_frame(sub.world.ground, ws.x, node);
      const Vector2 R = ws.residual.segment<2>(2 * node);
      ws.force[node] = {.normal = R.dot(frame.normal), .tangential = R.dot(frame.tangent)};
    }
  }
}

// all forces of the substep act over its whole way, also the midpoint rule's
void keep_books(const Substep& sub, const NetState& state, NetWorkspace& ws, NetBooks& books) {
  const double whole = midpoint(sub) ? 2 : 1, step = whole * sub.h;
  ws.end = ws.x;
  if (midpoint(sub)) ws.end += ws.x - ws.x_start;
  net_strain(sub.net, ws.end, ws.strain);
  books.viscous -= step * viscous_power(sub.net, {.before = ws.before, .step = step}, ws.strain);
  for (int node = 0; node < sub.net.nodes(); ++node) {
    const Vector2 moved = ws.x.segment<2>(2 * node) - ws.x_start.segment<2>(2 * node);
    books.load += whole * sub.net.load.segment<2>(2 * node).dot(moved);
    books.drag -= whole * sub.net.drag[node] * moved.squaredNorm() / sub.h;
    const NodeForce& force = ws.force[node];
    if (force.normal != 0) {
      const GroundFrame frame = ground_frame(sub.world.ground, ws.x, node);
      const Vector2 on_net = force.normal * frame.normal + force.tangential * frame.tangent;
      books.ground += whole * on_net.dot(moved);
    }
    // what lands or comes to rest within a step, backward Euler lets collide without bounce
    const Mode mode = ws.contact[node].mode;
    if (sub.law != Law::exact || mode == Mode::free || mode == state.contact[node].mode) continue;
    const Vector2 jump = moved / sub.h - sub.v.segment<2>(2 * node);
    books.impact -= 0.5 * sub.net.mass[node] * jump.squaredNorm();
  }
}

// the end of a substep becomes the state; the midpoint rule goes on as far again
void commit(const Substep& sub, NetState& state, NetWorkspace& ws, NetStepReport& report) {
  ++report.substeps;
  note_forces(sub, ws);
  keep_books(sub, state, ws, report.books);
  state.contact = ws.contact;
  if (report.substeps == 1)
    report.stored_first = ws.stored;
  else
    report.books.drive += ws.stored - report.stored_last;
  if (midpoint(sub)) {
    state.v = 2 * (ws.x - ws.x_start) / sub.h - state.v;
  } else {
    state.v = (ws.x - ws.x_start) / sub.h;
  }
  state.x = ws.end;
  report.stored_last = elastic_energy(sub.net, ws.input, ws.strain);
}

// tries sets of contact statuses until one is consistent; `node` is the last that was not
bool settle(const Substep& sub, const NetState& state, NetWorkspace& ws, NetStepReport& report,
            int& node) {
  start_substep(sub, state, ws);
  const double force_scale = sub.net.mass.sum() * (sub.net.gravity.norm() + 1e-3);
  for (int round = 0; round < sub.world.options.max_rounds; ++round) {
    ++report.rounds;
    if (!newton(sub, ws, report)) return false;
    if (sub.law != Law::exact) return true;
    const ContactChange change = update_contacts(sub.net, sub.world.ground, state.contact, ws.x,
                                                 ws.x_start, ws.residual, force_scale, ws.contact);
    if (change.count == 0) return true;
    node = change.node;
  }
  return false;
}

// one step, or two of half the length where there is no solution, `halvings` times over
void advance(const NetWorld& world, Law law, double t, double h, int halvings, NetState& state,
             NetWorkspace& ws, NetStepReport& report) {
  // a midpoint step is an Euler step over half the time, taken twice as far
  const bool midpoint = world.options.scheme == NetScheme::midpoint;
  const Substep sub{.world = world,
                    .net = *world.net,
                    .v = state.v,
                    .t = t,
                    .h = midpoint ? 0.5 * h : h,
                    .law = law};
  int node = -1;
  if (settle(sub, state, ws, report, node)) {
    commit(sub, state, ws, report);
  } else if (!report.status.ok()) {
    return;
  } else if (halvings > 0) {
    advance(world, law, t, 0.5 * h, halvings - 1, state, ws, report);
    if (!report.status.ok()) return;
    advance(world, law, t + 0.5 * h, 0.5 * h, halvings - 1, state, ws, report);
  } else if (law == Law::exact) {
    ++report.unresolved;
    report.unresolved_time = t + h;
    report.unresolved_node = node;
    advance(world, Law::penalty, t, h, kFallbackHalvings, state, ws, report);
  } else {
    report.status = Status::fail(
        Status::Code::diverged,
        fmt::format("Newton's method cannot solve a step of {:.3g} s; last correction {:.3g} m", h,
                    ws.dx.cwiseAbs().maxCoeff()),
        t);
  }
}

}  // namespace

NetState placed_state(const NetData& net) {
  return {.x = net.placed,
          .v = VectorX::Zero(net.size()),
          .contact = std::vector<NodeContact>(static_cast<std::size_t>(net.nodes()))};
}

NetWorkspace::NetWorkspace(const NetData& net)
    : input(rest_input(net)),
      force(static_cast<std::size_t>(net.nodes())),
      x(net.size()),
      x_start(net.size()),
      residual(net.size()),
      dx(net.size()),
      end(net.size()),
      contact(static_cast<std::size_t>(net.nodes())),
      A(net_matrix(net)) {}

NetStepReport net_step(const NetWorld& world, double t, double h, NetState& state,
                       NetWorkspace& ws) {
  expects(world.net != nullptr, "a world has a net");
  expects(world.options.scheme == NetScheme::euler || !world.ground.profile ||
              world.options.law == NetContactLaw::penalty,
          "exact contact needs the Euler scheme");
  const Law law = !world.ground.profile                       ? Law::none
                  : world.options.law == NetContactLaw::exact ? Law::exact
                                                              : Law::penalty;
  NetStepReport report;
  advance(world, law, t, h, world.options.max_halvings, state, ws, report);
  return report;
}

}  // namespace cuttle
