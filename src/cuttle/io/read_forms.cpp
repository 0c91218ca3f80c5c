#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuttle/io/read_part.h"
#include "cuttle/signal/units.h"
#include "cuttle/spec/spec_touch.h"

namespace cuttle {

// Values that a user may write in several forms: rotations, signals, materials, initial poses.

namespace {

// how far the matrix of a rotation may be from one
constexpr double kSkew = 1e-9;

Matrix3 turn(const Vector3& axis, double angle) {
  return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
}

bool read_rotation_map(const Slot& slot, Matrix3& value) {
  RotationForm form;
  if (!read_part(slot, value_of(form))) return false;
  if (form.axis) {
    value = turn(*form.axis, *form.angle);
  } else if (form.rpy) {
    value = turn(Vector3::UnitZ(), form.rpy->z()) * turn(Vector3::UnitY(), form.rpy->y()) *
            turn(Vector3::UnitX(), form.rpy->x());
  } else if (form.matrix) {
    const Matrix3 matrix =
        Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(form.matrix->data());
    const double skew = (matrix.transpose() * matrix - Matrix3::Identity()).norm();
    if (skew > kSkew || matrix.determinant() < 0) {
      slot.context.diagnostics.add(
          form.origin.error("matrix", "must be a rotation: R^T R = 1 and det R = 1",
                            fmt::format("|R^T R - 1| is {:.3g}, at most {:g}; det R is {:.6g}",
                                        skew, kSkew, matrix.determinant())));
      return false;
    }
    value = matrix;
  } else {
    const std::array<double, 4>& w = *form.quaternion;
    Eigen::Quaterniond quaternion(w[0], w[1], w[2], w[3]);
    if (std::abs(quaternion.norm() - 1) > 1e-3) {
      slot.error("the quaternion must have length one",
                 fmt::format("its length is {:.6g}; the order is w, x, y, z", quaternion.norm()));
      return false;
    }
    value = quaternion.normalized().toRotationMatrix();
  }
  return true;
}

bool check_pulse(const Slot& slot, const SignalSpec::Pulse& p) {
  const auto complain = [&](const char* field, const std::string& message) {
    slot.context.diagnostics.add(p.origin.error(field, message));
    return false;
  };
  if (p.width > p.period) return complain("width", "must not be longer than the period");
  if (p.rise > p.width) return complain("rise", "must not be longer than the width");
  if (p.width + p.rise > p.period) return complain("rise", "width + rise must fit into the period");
  return true;
}

// a triangle is a pulse that falls as soon as it has risen
SignalSpec::Pulse pulse_of(const TriangleForm& triangle) {
  SignalSpec::Pulse pulse;
  pulse.period = triangle.period ? *triangle.period : 1 / *triangle.frequency;
  pulse.width = pulse.rise = pulse.period / 2;
  pulse.amplitude = triangle.amplitude;
  pulse.phase = triangle.phase;
  pulse.origin = triangle.origin;
  return pulse;
}

// the values of a signal must lie in the range of the field, too
bool check_signal_range(const Slot& slot, const SignalSpec& signal) {
  std::vector<double> values = signal.values;
  if (signal.kind == SignalSpec::Kind::pulse) values = {signal.pulse.amplitude};
  if (signal.initial) values.push_back(*signal.initial);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double x = values[i];
    const bool low = slot.info.low_open ? x > slot.info.low : x >= slot.info.low;
    if (low && x <= slot.info.high) continue;
    const std::string when =
        i < signal.times.size() ? fmt::format(" at t = {:.6g} s", signal.times[i]) : "";
    slot.error(range_text(slot.info) + fmt::format(", but the signal has the value {}{}", x, when));
    return false;
  }
  return true;
}

// The values of a signal have the unit of its field, the times of a table are times.
bool check_signal_units(const Slot& slot) {
  const auto fits = [&](const Slot& from, const char* field) {
    const YamlNode* const node = from.node.find(field);
    return !node ||
           check_unit({*node, from.path + "." + field, slot.info, slot.context}, slot.info.unit);
  };
  bool ok = fits(slot, "initial");
  for (const char* const train : {"pulse", "triangle"})
    if (const YamlNode* const node = slot.node.find(train))
      ok &= fits({*node, slot.path + "." + train, slot.info, slot.context}, "amplitude");
  const YamlNode* const rows = slot.node.find("table");
  for (std::size_t i = 0; rows && i < rows->items.size(); ++i) {
    const Slot pair = Slot{*rows, slot.path + ".table", slot.info, slot.context}.item(i);
    if (pair.node.items.size() != 2) continue;
    ok &= check_unit(pair.item(0), "s");
    ok &= check_unit(pair.item(1), slot.info.unit);
  }
  return ok;
}

// a number in the unit of the field, or an expression
bool read_formula(const Slot& slot, SignalSpec& signal) {
  if (!slot.node.is_scalar() || parse_quantity(slot.node.text))
    return read_value(slot, signal.constant);
  signal.kind = SignalSpec::Kind::expression;
  return read_expression(slot, signal.expression);
}

bool read_signal_map(const Slot& slot, SignalSpec& signal) {
  SignalForm form;
  if (!read_part(slot, value_of(form)) || !check_signal_units(slot)) return false;
  signal.interpolation = form.interpolation;
  signal.lag = form.lag;
  signal.initial = form.initial;
  signal.kind = SignalSpec::Kind::table;
  if (form.value) {
    signal.kind = SignalSpec::Kind::constant;
    if (!read_formula({*slot.node.find("value"), slot.path + ".value", slot.info, slot.context},
                      signal))
      return false;
  } else if (form.pulse) {
    signal.kind = SignalSpec::Kind::pulse;
    signal.pulse = *form.pulse;
    if (!check_pulse(slot, signal.pulse)) return false;
  } else if (form.triangle) {
    signal.kind = SignalSpec::Kind::pulse;
    signal.pulse = pulse_of(*form.triangle);
  } else if (form.table) {
    for (const auto& [time, x] : *form.table) {
      signal.times.push_back(time);
      signal.values.push_back(x);
    }
    if (!check_times(slot, signal.times)) return false;
  } else {
    const YamlNode& file = *slot.node.find("csv");
    const Slot csv{file, slot.path + ".csv", slot.info, slot.context};
    const std::optional<CsvTable> table = read_data_file(csv, *form.csv);
    if (!table) return false;
    signal.csv = *form.csv;
    if (!take_columns(slot, *table, form.time_column, form.column, signal.times, signal.values))
      return false;
  }
  for (double& time : signal.times) time += form.delay;
  return check_signal_range(slot, signal);
}

// a name, or a list of names
bool read_side(const Slot& slot, ContactSideSpec& side) {
  side.origin = slot.origin();
  const bool list = slot.node.is_list();
  const std::size_t count = list ? slot.node.items.size() : 1;
  if (count == 0) {
    slot.error("is empty", "name bodies or obstacles");
    return false;
  }
  bool ok = true;
  for (std::size_t i = 0; i < count; ++i) {
    const Slot item = list ? slot.item(i) : slot;
    std::string name;
    if (!read_value(item, name)) {
      ok = false;
      continue;
    }
    side.origin.fields.emplace(name, item.node.mark);
    side.names.push_back(std::move(name));
  }
  return ok;
}

}  // namespace

bool read_value(const Slot& slot, Matrix3& value) {
  if (slot.node.is_map()) return read_rotation_map(slot, value);
  if (!slot.node.is_list() || slot.node.items.empty()) {
    slot.error("expected a rotation, got " + slot.node.what(),
               "write {axis: z, angle: 45 deg}, {rpy: [...]} or {quaternion: [...]}");
    return false;
  }
  // each turn is about the axes turned so far
  Matrix3 product = Matrix3::Identity();
  for (std::size_t i = 0; i < slot.node.items.size(); ++i) {
    Matrix3 step;
    if (!read_rotation_map(slot.item(i), step)) return false;
    product = product * step;
  }
  value = product;
  return true;
}

bool read_value(const Slot& slot, FormulaText& value) { return read_value(slot, value.text); }

bool read_value(const Slot& slot, SignalSpec& value) {
  SignalSpec signal;
  signal.origin = slot.origin();
  const bool ok = slot.node.is_map() ? read_signal_map(slot, signal) : read_formula(slot, signal);
  if (ok) value = std::move(signal);
  return ok;
}

bool read_value(const Slot& slot, RestSpec& value) {
  const bool formula = slot.node.is_scalar() && !parse_quantity(slot.node.text);
  if (slot.node.is_map() || (formula && names_time(slot.node.text))) {
    RestSpec rest;
    rest.origin = slot.origin();
    if (!read_value(slot, rest.signal.emplace())) return false;
    value = std::move(rest);
    return true;
  }
  FunctionSpec function;
  if (!read_value(slot, function)) return false;
  static_cast<FunctionSpec&>(value) = std::move(function);
  value.signal.reset();
  return true;
}

bool read_value(const Slot& slot, SignalList& value) {
  // a single signal is a list of one
  if (!slot.node.is_list()) {
    value.assign(1, std::nullopt);
    return read_value(slot, value[0].emplace());
  }
  bool ok = true;
  value.assign(slot.node.items.size(), std::nullopt);
  for (std::size_t i = 0; i < value.size(); ++i)
    if (!slot.node.items[i].is_null()) ok = read_value(slot.item(i), value[i].emplace()) && ok;
  return ok;
}

namespace {

// null: without a limit on this side
bool read_limits(const Slot& slot, std::array<double, 2>& value) {
  if (!slot.node.is_list() || slot.node.items.size() != 2) {
    const size_t count = slot.node.items.size();
    slot.error(
        "expected [low, high], got " +
            (slot.node.is_list() ? std::to_string(count) + (count == 1 ? " value" : " values")
                                 : slot.node.what()),
        "null stands for a side without a limit");
    return false;
  }
  bool ok = true;
  for (std::size_t i = 0; i < 2; ++i) {
    value[i] = (i == 0 ? -1 : 1) * std::numeric_limits<double>::infinity();
    if (!slot.node.items[i].is_null()) ok = read_value(slot.item(i), value[i]) && ok;
  }
  return ok;
}

}  // namespace

bool read_value(const Slot& slot, LimitList& value) {
  const std::vector<YamlNode>& items = slot.node.items;
  const bool pairs = slot.node.is_list() && std::ranges::any_of(items, [](const YamlNode& node) {
                       return node.is_list();
                     });
  value.assign(pairs ? items.size() : 1, std::nullopt);
  if (!pairs) return read_limits(slot, value[0].emplace());
  bool ok = true;
  for (std::size_t i = 0; i < value.size(); ++i)
    if (!items[i].is_null()) ok = read_limits(slot.item(i), value[i].emplace()) && ok;
  return ok;
}

bool read_value(const Slot& slot, std::vector<SignalSpec>& value) {
  const bool list = slot.node.is_list();
  value.assign(list ? slot.node.items.size() : 1, SignalSpec());
  if (value.empty()) slot.error("is empty", "give at least one signal");
  bool ok = !value.empty();
  for (std::size_t i = 0; i < value.size(); ++i)
    ok = read_value(list ? slot.item(i) : slot, value[i]) && ok;
  return ok;
}

bool read_value(const Slot& slot, std::array<SignalSpec, 3>& value) {
  if (!slot.node.is_list() || slot.node.items.size() != 3) {
    slot.error("expected a list of 3 signals, got " +
               (slot.node.is_list() ? std::to_string(slot.node.items.size()) + " of them"
                                    : slot.node.what()));
    return false;
  }
  bool ok = true;
  for (std::size_t i = 0; i < 3; ++i) ok = read_value(slot.item(i), value[i]) && ok;
  return ok;
}

bool read_value(const Slot& slot, MaterialUse& value) {
  value.origin = slot.origin();
  if (slot.node.is_map()) return read_part(slot, value_of(value.spec));
  return read_value(slot, value.name);
}

bool read_value(const Slot& slot, std::array<ContactSideSpec, 2>& value) {
  if (!slot.node.is_list() || slot.node.items.size() != 2) {
    slot.error("expected two names or lists of names, got " +
                   (slot.node.is_list() ? std::to_string(slot.node.items.size()) + " of them"
                                        : slot.node.what()),
               "write [finger, ball], [[finger, palm], ball] or [all, all]");
    return false;
  }
  bool ok = true;
  for (std::size_t i = 0; i < 2; ++i) ok = read_side(slot.item(i), value[i]) && ok;
  return ok;
}

bool read_value(const Slot& slot, JointInitialSpec& value) {
  if (slot.node.is_map()) return read_part(slot, value_of(value.pose.emplace()));
  return read_value(slot, value.values);
}

bool read_value(const Slot& slot, ModeSpec& value) {
  if (!read_part(slot, value_of(value))) return false;
  if (value.basis != "table") return true;
  const std::string field = value.csv.empty() ? "table" : "csv";
  const Slot source{*slot.node.find(field), slot.path + "." + field, slot.info, slot.context};
  if (!value.csv.empty()) {
    const std::optional<CsvTable> table = read_data_file(source, value.csv);
    if (!table) return false;
    value.table = table->columns;
    if (const auto problem = not_rising(*table, 0)) {
      source.context.diagnostics.add(*problem);
      return false;
    }
  }
  if (value.table.size() < 2 || value.table[0].size() < 2) {
    source.error("needs a column X, at least one function and two rows");
    return false;
  }
  return check_times(source, value.table[0]);
}

bool read_value(const Slot& slot, FigureSpec& value) {
  if (!read_part(slot, value_of(value))) return false;
  if (value.measure != Measure::deviation) return true;
  std::vector<double> times, values;
  for (const auto& [time, x] : value.reference) times.push_back(time);
  if (value.csv.empty()) {
    const YamlNode& node = *slot.node.find("reference");
    return check_times({node, slot.path + ".reference", slot.info, slot.context}, times);
  }
  const Slot csv{*slot.node.find("csv"), slot.path + ".csv", slot.info, slot.context};
  const std::optional<CsvTable> table = read_data_file(csv, value.csv);
  if (!table || !take_columns(slot, *table, value.csv_time, value.csv_column, times, values))
    return false;
  for (std::size_t i = 0; i < times.size(); ++i) value.reference.push_back({times[i], values[i]});
  return true;
}

bool read_value(const Slot& slot, ToleranceSpec& value) {
  FieldInfo info = slot.info;
  info.low = 0;
  const Slot positive{slot.node, slot.path, info, slot.context};
  const std::optional<double> number = read_number(positive, "*");
  if (!number) return false;
  value = {*number, slot.node.text.ends_with('%')};
  return true;
}

}  // namespace cuttle
