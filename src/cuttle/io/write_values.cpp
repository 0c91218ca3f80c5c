#include "cuttle/io/write_values.h"

#include <fmt/format.h>

#include <cmath>

#include "cuttle/signal/units.h"
#include "cuttle/spec/spec_touch.h"

namespace cuttle {

namespace {

YamlNode numbers(const double* values, Eigen::Index count) {
  YamlNode list = yaml_list();
  for (Eigen::Index i = 0; i < count; ++i) list.items.push_back(yaml_number(values[i]));
  return list;
}

// +0 and -0 are two
bool same_digits(const Vector3& a, const Vector3& b) {
  for (int i = 0; i < 3; ++i)
    if (a[i] != b[i] || std::signbit(a[i]) != std::signbit(b[i])) return false;
  return true;
}

// the diagonal, or six rows
YamlNode six_by_six(const Matrix6& matrix) {
  bool diagonal = true;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j)
      diagonal &= i == j || (matrix(i, j) == 0 && !std::signbit(matrix(i, j)));
  const Vector6 values = matrix.diagonal();
  if (diagonal) return numbers(values.data(), 6);
  YamlNode rows = yaml_list();
  for (int i = 0; i < 6; ++i) {
    const Vector6 row = matrix.row(i).transpose();
    rows.items.push_back(numbers(row.data(), 6));
  }
  return rows;
}

YamlNode pairs(const std::vector<double>& first, const std::vector<double>& second) {
  YamlNode list = yaml_list();
  for (std::size_t i = 0; i < first.size(); ++i) {
    YamlNode pair = yaml_list();
    pair.items = {yaml_number(first[i]), yaml_number(second[i])};
    list.items.push_back(std::move(pair));
  }
  return list;
}

// the percentage that reads back as this part of one
double percentage(double part) {
  const auto read = [](double x) { return parse_quantity(fmt::format("{} %", x))->value; };
  double best = 100 * part, low = best, high = best;
  for (int i = 0; i < 4 && read(best) != part; ++i) {
    low = std::nextafter(low, -HUGE_VAL);
    high = std::nextafter(high, HUGE_VAL);
    best = read(low) == part ? low : high;
  }
  return read(best) == part ? best : 100 * part;
}

}  // namespace

YamlNode yaml_of(const FieldInfo&, double value) { return yaml_number(value); }
YamlNode yaml_of(const FieldInfo&, int value) { return yaml_number(value); }
YamlNode yaml_of(const FieldInfo&, const std::string& value) { return yaml_text(value); }

YamlNode yaml_of(const FieldInfo&, bool value) {
  YamlNode node = yaml_text(value ? "true" : "false");
  node.quoted = false;
  return node;
}

YamlNode yaml_of(const FieldInfo& info, const Vector3& value) {
  for (int i = 0; i < 3 && info.direction; ++i) {
    const std::string name(1, "xyz"[i]);
    if (same_digits(value, Vector3::Unit(i))) return yaml_text(name);
  }
  return numbers(value.data(), 3);
}

YamlNode yaml_of(const FieldInfo&, const Matrix6& value) { return six_by_six(value); }
YamlNode yaml_of(const FieldInfo&, const CoefficientSpec& value) {
  return six_by_six(value.matrix);
}

YamlNode yaml_of(const FieldInfo&, const BodyPlaceSpec& value) {
  switch (value.kind) {
    case BodyPlaceSpec::Kind::automatic:
      return {};
    case BodyPlaceSpec::Kind::base:
      return yaml_text("base");
    case BodyPlaceSpec::Kind::tip:
      return yaml_text("tip");
    case BodyPlaceSpec::Kind::abscissa:
      return yaml_number(value.abscissa);
    case BodyPlaceSpec::Kind::frame:
      break;
  }
  return yaml_text(value.frame);
}

YamlNode yaml_of(const FieldInfo&, const FunctionSpec& value) {
  switch (value.kind) {
    case FunctionSpec::Kind::constant:
      return yaml_number(value.values[0]);
    case FunctionSpec::Kind::expression:
      return yaml_text(value.expression);
    case FunctionSpec::Kind::table:
      return pairs(value.knots, value.values);
    case FunctionSpec::Kind::taper:
    case FunctionSpec::Kind::polynomial:
      break;
  }
  return numbers(value.values.data(), Eigen::Index(value.values.size()));
}

YamlNode yaml_of(const FieldInfo&, const FormulaText& value) {
  YamlNode node = yaml_text(value.text);
  if (parse_quantity(value.text)) node.quoted = false;
  return node;
}

YamlNode yaml_of(const FieldInfo&, const ToleranceSpec& value) {
  if (!value.relative) return yaml_number(value.value);
  return yaml_text(fmt::format("{} %", percentage(value.value)));
}

YamlNode yaml_of(const FieldInfo& info, const ContactSideSpec& value) {
  return value.names.size() == 1 ? yaml_text(value.names[0]) : yaml_of(info, value.names);
}

YamlNode yaml_of(const FieldInfo&, const WaterPlaceSpec& value) {
  return value.frame.empty() ? numbers(value.position.data(), 3) : yaml_text(value.frame);
}

YamlNode yaml_of(const FieldInfo&, const CurrentKnot& value) {
  YamlNode list = yaml_list();
  list.items = {yaml_number(value.at), numbers(value.velocity.data(), 3)};
  return list;
}

YamlNode yaml_of(const FieldInfo&, const NetPlaceSpec& value) {
  const std::string number = value.index == -1 ? "last" : std::to_string(value.index);
  return yaml_text(value.segment + "." + number);
}

YamlNode yaml_of(const FieldInfo&, const ArcSpec& value) {
  return numbers(std::array{value.radius, value.angle}.data(), 2);
}

YamlNode yaml_of(const FieldInfo&, const std::vector<double>& value) {
  if (value.size() == 1) return yaml_number(value[0]);
  return numbers(value.data(), Eigen::Index(value.size()));
}

YamlNode yaml_of(const FieldInfo& info, const std::vector<std::vector<double>>& value) {
  YamlNode rows = yaml_list();
  for (std::size_t i = 0; !value.empty() && i < value[0].size(); ++i) {
    YamlNode row = yaml_list();
    for (const std::vector<double>& column : value) row.items.push_back(yaml_of(info, column[i]));
    rows.items.push_back(std::move(row));
  }
  return rows;
}

}  // namespace cuttle
