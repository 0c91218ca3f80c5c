#include "cuttle/rod/build_elastic_drive.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "cuttle/rod/elastic_drive.h"
#include "cuttle/rod/rod.h"

namespace cuttle {

namespace {

// A division of a finished rod, and what the file says of it.
struct Driven {
  int body;
  size_t index;
  const Rod& rod;
  const DivisionSpec& spec;

  const RodDivision& law() const { return rod.data().divisions[index]; }
  bool alone() const { return rod.data().divisions.size() == 1; }
};

bool is_driven(const DivisionSpec& division) {
  return division.stiffness_factor ||
         std::ranges::any_of(division.rest.modes,
                             [](const RestSpec& rest) { return rest.signal.has_value(); });
}

// "rods.arm.rest.bend_y" and "rod arm: rest bend_y"; of one of several divisions with its number
std::string name_of(const Draft& draft, const Driven& driven, const std::string& what) {
  const std::string& rod = draft.body_spec(driven.body).name;
  if (driven.alone()) return fmt::format("rods.{}.{}", rod, what);
  return fmt::format("rods.{}.division_{}.{}", rod, driven.index + 1, what);
}

std::string label_of(const Draft& draft, const Driven& driven, const std::string& what) {
  const std::string& rod = draft.body_spec(driven.body).name;
  if (driven.alone()) return fmt::format("rod {}: {}", rod, what);
  return fmt::format("rod {}, division {}: {}", rod, driven.index + 1, what);
}

bool same(const SignalSpec& a, const SignalSpec& b) {
  const auto value = [](const SignalSpec& s) {
    return std::tie(s.kind, s.constant, s.expression, s.times, s.values, s.interpolation, s.lag,
                    s.initial, s.copy.k, s.copy.n);
  };
  const auto pulse = [](const SignalSpec::Pulse& p) {
    return std::tie(p.period, p.width, p.amplitude, p.phase, p.rise);
  };
  return value(a) == value(b) && pulse(a.pulse) == pulse(b.pulse);
}

// The signals of all rods: divisions that follow the same heat share its evaluation.
class SharedSignals {
 public:
  explicit SharedSignals(Draft& draft) : draft_(draft) {}

  int add(const SignalSpec& spec, InputRole role) {
    for (const Known& known : known_)
      if (known.role == role && same(*known.spec, spec)) return known.number;
    const int number = draft_.add_signal(spec);
    if (number >= 0) known_.push_back({&spec, role, number});
    return number;
  }

 private:
  struct Known {
    const SignalSpec* spec;
    InputRole role;
    int number;
  };
  Draft& draft_;
  std::vector<Known> known_;
};

// Inputs of one rest strain; false: reported.
bool add_rest(Draft& draft, SharedSignals& signals, const Driven& driven, int mode,
              const std::vector<ElasticNode>& nodes, ElasticDrive::Rest& rest) {
  const char* const strain = kModeNames[size_t(mode)];
  const bool stretch = mode == 3;
  const InputRole role = stretch ? InputRole::positive : InputRole::rest;
  const int signal = signals.add(*driven.spec.rest.modes[size_t(mode)].signal, role);
  if (signal < 0) return false;
  const char* const unit = mode < 3 ? "1/m" : "-";
  const std::string name = name_of(draft, driven, fmt::format("rest.{}", strain));
  const std::string label = label_of(draft, driven, fmt::format("rest {}", strain));
  rest.mode = mode;
  rest.first_input = draft.model.nu();
  rest.along = draft.inputs.along(signal);
  const size_t count = rest.along ? nodes.size() : 1;
  for (size_t i = 0; i < count; ++i) {
    const double X = nodes[i].X;
    rest.start.push_back(driven.law().rest_strain(X)[mode]);
    draft.add_input(signal, X, role, {rest.along ? fmt::format("{}[{}]", name, i) : name, unit},
                    rest.along ? fmt::format("{} at X = {:.6g} m", label, X) : label);
  }
  return true;
}

// What rest strains do to the coordinates, and to each other.
void integrate(const Driven& driven, const std::vector<ElasticNode>& nodes,
               ElasticDrive::Data& data) {
  int columns = 0;
  bool along = false;
  for (ElasticDrive::Rest& rest : data.rests) {
    rest.first_column = columns;
    columns += rest.entries();
    along = along || rest.along;
  }
  const auto count = Eigen::Index(data.rests.size());
  data.force = MatrixX::Zero(data.K.rows(), columns);
  if (count > 0) data.nodes.assign(along ? nodes.size() : 1, MatrixX::Zero(count, count));
  for (size_t k = 0; k < nodes.size() && count > 0; ++k) {
    const Matrix6 S = nodes[k].weight * driven.law().section(nodes[k].X).stiffness;
    const MatrixX force = driven.law().basis(nodes[k].X).transpose() * S;
    for (Eigen::Index i = 0; i < count; ++i) {
      const ElasticDrive::Rest& one = data.rests[size_t(i)];
      data.force.col(one.first_column + (one.along ? int(k) : 0)) += force.col(one.mode);
      for (Eigen::Index j = 0; j < count; ++j)
        data.nodes[along ? k : 0](i, j) += S(one.mode, data.rests[size_t(j)].mode);
    }
  }
}

void add_drive(Draft& draft, SharedSignals& signals, const Driven& driven) {
  ElasticDrive::Data data;
  data.body = driven.body;
  data.column = driven.rod.data().division_column[driven.index];
  const int n = driven.law().n();
  data.K = driven.rod.data().K.block(data.column, data.column, n, n);
  const std::vector<ElasticNode> nodes = driven.law().rest_nodes();
  bool sound = true;
  for (int mode = 0; mode < kModes; ++mode)
    if (driven.spec.rest.modes[size_t(mode)].signal)
      sound &= add_rest(draft, signals, driven, mode, nodes, data.rests.emplace_back());
  if (driven.spec.stiffness_factor) {
    data.factor_input =
        draft.add_input(signals.add(*driven.spec.stiffness_factor, InputRole::positive), 0,
                        InputRole::positive, {name_of(draft, driven, "stiffness_factor"), "-"},
                        label_of(draft, driven, "stiffness factor"));
    sound &= data.factor_input >= 0;
  }
  if (!sound) return;
  integrate(driven, nodes, data);
  draft.add_actor(name_of(draft, driven, "elasticity"),
                  std::make_shared<const ElasticDrive>(std::move(data)));
}

}  // namespace

void add_elastic_drives(Draft& draft) {
  SharedSignals signals(draft);
  for (size_t i = 0; i < draft.order.size(); ++i) {
    const BodySpec& body = draft.body_spec(int(i));
    if (!body.rod) continue;
    const auto& rod = static_cast<const Rod&>(*draft.model.bodies[i].family);
    for (size_t d = 0; d < body.rod->divisions.size(); ++d)
      if (is_driven(body.rod->divisions[d]))
        draft.guard([&] { add_drive(draft, signals, {int(i), d, rod, body.rod->divisions[d]}); });
  }
}

}  // namespace cuttle
