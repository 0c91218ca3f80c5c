#include <fmt/format.h>

#include <cmath>

#include "cuttle/io/write_part.h"
#include "cuttle/io/write_values.h"

namespace cuttle {

// Values that may be written as a part: rotations, signals, materials, initial poses.

YamlNode yaml_of(const FieldInfo&, const Matrix3& value) {
  RotationForm form;
  Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(form.matrix.emplace().data()) = value;
  return write_part(value_of(form));
}

YamlNode yaml_of(const FieldInfo&, const SignalSpec& value) {
  using Kind = SignalSpec::Kind;
  if (value.kind == Kind::constant && value.lag == 0) return yaml_number(value.constant);
  if (value.kind == Kind::expression && value.lag == 0) return yaml_text(value.expression);
  SignalForm form;
  if (value.kind == Kind::constant) form.value = FormulaText{fmt::format("{}", value.constant)};
  if (value.kind == Kind::expression) form.value = FormulaText{value.expression};
  if (value.kind == Kind::pulse) form.pulse = value.pulse;
  if (value.kind == Kind::table) {
    form.table.emplace();
    for (std::size_t i = 0; i < value.times.size(); ++i)
      form.table->push_back({value.times[i], value.values[i]});
  }
  form.interpolation = value.interpolation;
  form.lag = value.lag;
  form.initial = value.initial;
  return write_part(value_of(form));
}

YamlNode yaml_of(const FieldInfo& info, const RestSpec& value) {
  if (!value.signal) return yaml_of(info, static_cast<const FunctionSpec&>(value));
  YamlNode node = yaml_of(info, *value.signal);
  const bool formula = value.signal->kind == SignalSpec::Kind::expression;
  if (node.is_map() || (formula && names_time(value.signal->expression))) return node;
  // bare, it would be a function of X
  SignalForm form;
  form.value =
      FormulaText{formula ? value.signal->expression : fmt::format("{}", value.signal->constant)};
  return write_part(value_of(form));
}

YamlNode yaml_of(const FieldInfo& info, const SignalList& value) {
  if (value.size() == 1 && value[0]) return yaml_of(info, *value[0]);
  YamlNode list = yaml_list();
  for (const std::optional<SignalSpec>& signal : value)
    list.items.push_back(signal ? yaml_of(info, *signal) : YamlNode());
  return list;
}

YamlNode yaml_of(const FieldInfo& info, const LimitList& value) {
  YamlNode list = yaml_list();
  for (const auto& limits : value) {
    YamlNode& pair = list.items.emplace_back();
    if (!limits) continue;
    pair = yaml_list();
    for (const double limit : *limits)
      pair.items.push_back(std::isfinite(limit) ? yaml_of(info, limit) : YamlNode());
  }
  return value.size() == 1 && value[0] ? list.items[0] : list;
}

YamlNode yaml_of(const FieldInfo&, const MaterialUse& value) {
  return value.name.empty() ? write_part(look_at(value.spec)) : yaml_text(value.name);
}

YamlNode yaml_of(const FieldInfo& info, const JointInitialSpec& value) {
  return value.pose ? write_part(look_at(*value.pose)) : yaml_of(info, value.values);
}

}  // namespace cuttle
