#include "cuttle/sim/build_draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/base/contract.h"
#include "cuttle/math/quadrature.h"
#include "cuttle/model/spec_place.h"
#include "cuttle/sim/build_shell.h"
#include "cuttle/sim/signal_corners.h"

namespace cuttle {

void Draft::set_order(std::vector<const BodySpec*> bodies) {
  order = std::move(bodies);
  for (size_t i = 0; i < order.size(); ++i) index_.emplace(order[i]->name, int(i));
}

int Draft::body_index(const std::string& name) const {
  const auto found = index_.find(name);
  return found == index_.end() ? -1 : found->second;
}

const Rod& Draft::rod(int body) const {
  const auto* rod = dynamic_cast<const Rod*>(model.bodies[size_t(body)].family.get());
  expects(rod != nullptr, "a body that is a rod");
  return *rod;
}

const Shell& Draft::shell(int body) const {
  const auto* shell = dynamic_cast<const Shell*>(model.bodies[size_t(body)].family.get());
  expects(shell != nullptr, "a body that is a shell");
  return *shell;
}

int Draft::add_signal(const SignalSpec& signal_spec) {
  int signal = -1;
  guard([&] {
    check_corners(signal_spec, spec.study, diagnostics);
    signal = inputs.add_signal(signal_spec);
    // numbers may leave gaps: what a formula with a lag follows has one of its own
    while (signals.size() <= size_t(signal)) signals.emplace_back(signal_spec, signal_spec.origin);
  });
  return signal;
}

int Draft::add_input(int signal, double X, InputRole role, InputInfo info, std::string label) {
  if (signal < 0) return -1;
  const auto& [source, origin] = signals[size_t(signal)];
  const double value = source.value(t0, X);
  const std::string when = fmt::format("is {:.6g} {} at t = {} s", value, info.unit, t0);
  if (!std::isfinite(value)) diagnostics.add(origin.error("", when + ", not a finite number"));
  if (role == InputRole::tension && value < 0)
    diagnostics.add(origin.error("", when + ", but cables only pull"));
  inputs.add_entry(signal, X, role, std::move(label), info.unit);
  model.inputs.push_back(std::move(info));
  return model.nu() - 1;
}

double abscissa_of(const MountSpec& at, const RodSpec& rod) {
  if (at.kind == MountSpec::Kind::base) return 0;
  return at.kind == MountSpec::Kind::abscissa ? std::min(at.abscissa, rod.length()) : rod.length();
}

int point_of(const Draft& draft, int body, const MountSpec& at) {
  if (body < 0) return 0;
  const BodySpec& spec = draft.body_spec(body);
  if (spec.rigid) return frame_point(*spec.rigid, at);
  if (spec.shell) {
    const Shell& shell_body = draft.shell(body);
    return shell_point(shell_body, abscissa_of(at, *spec.shell, shell_body.data().length));
  }
  return rod_point(draft.rod(body), abscissa_of(at, *spec.rod));
}

int rod_point(const Rod& rod, double X) {
  const std::vector<double>& abscissa = rod.data().abscissa;
  const auto nearest = std::min_element(abscissa.begin(), abscissa.end(), [X](double a, double b) {
    return std::abs(a - X) < std::abs(b - X);
  });
  expects(std::abs(*nearest - X) <= 1e-9 * rod.data().length, "a point that the rod was asked for");
  return int(nearest - abscissa.begin());
}

Attachment attach(const Draft& draft, int body, const MountSpec& at, const Vector3& offset) {
  return {.body = body, .point = point_of(draft, body, at), .offset = offset};
}

std::vector<SpanNode> span_nodes(const std::vector<SmoothPiece>& pieces, double from, double to) {
  std::vector<SpanNode> nodes;
  for (const SmoothPiece& piece : pieces) {
    const double start = std::max(from, piece.start), end = std::min(to, piece.end);
    if (!(end > start)) continue;
    const Quadrature rule = gauss_legendre(piece.points);
    for (int i = 0; i < piece.points; ++i)
      nodes.push_back({start + rule.nodes[i] * (end - start), rule.weights[i] * (end - start)});
  }
  return nodes;
}

Span span_of(const std::optional<MountSpec>& from, const std::optional<MountSpec>& to,
             const RodSpec& rod) {
  const bool at_base = !from || from->kind == MountSpec::Kind::automatic;
  return {at_base ? 0 : abscissa_of(*from, rod), to ? abscissa_of(*to, rod) : rod.length()};
}

}  // namespace cuttle
