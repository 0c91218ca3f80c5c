#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "cuttle/io/write_yaml.h"
#include "cuttle/spec/describe.h"
#include "cuttle/spec/spec.h"
#include "cuttle/spec/spec_forms.h"

namespace cuttle {

// Values of the model language as YAML: what io/read_values.h reads back as the same value, to the
// last digit. A null node is a value that only its absence can say.

YamlNode yaml_of(const FieldInfo& info, double value);
YamlNode yaml_of(const FieldInfo& info, int value);
YamlNode yaml_of(const FieldInfo& info, bool value);
YamlNode yaml_of(const FieldInfo& info, const std::string& value);
YamlNode yaml_of(const FieldInfo& info, const Vector3& value);
YamlNode yaml_of(const FieldInfo& info, const Matrix3& value);
YamlNode yaml_of(const FieldInfo& info, const Matrix6& value);
YamlNode yaml_of(const FieldInfo& info, const BodyPlaceSpec& value);
YamlNode yaml_of(const FieldInfo& info, const FunctionSpec& value);
YamlNode yaml_of(const FieldInfo& info, const FormulaText& value);
YamlNode yaml_of(const FieldInfo& info, const SignalSpec& value);
YamlNode yaml_of(const FieldInfo& info, const RestSpec& value);
YamlNode yaml_of(const FieldInfo& info, const SignalList& value);
YamlNode yaml_of(const FieldInfo& info, const LimitList& value);
YamlNode yaml_of(const FieldInfo& info, const ToleranceSpec& value);
YamlNode yaml_of(const FieldInfo& info, const MaterialUse& value);
YamlNode yaml_of(const FieldInfo& info, const ContactSideSpec& value);
YamlNode yaml_of(const FieldInfo& info, const JointInitialSpec& value);
YamlNode yaml_of(const FieldInfo& info, const CoefficientSpec& value);
YamlNode yaml_of(const FieldInfo& info, const WaterPlaceSpec& value);
YamlNode yaml_of(const FieldInfo& info, const CurrentKnot& value);
YamlNode yaml_of(const FieldInfo& info, const NetPlaceSpec& value);
YamlNode yaml_of(const FieldInfo& info, const ArcSpec& value);
YamlNode yaml_of(const FieldInfo& info, const std::vector<double>& value);
YamlNode yaml_of(const FieldInfo& info, const std::vector<std::vector<double>>& value);

template <class T, std::size_t n>
YamlNode yaml_of(const FieldInfo& info, const std::array<T, n>& items) {
  YamlNode list = yaml_list();
  for (const T& item : items) list.items.push_back(yaml_of(info, item));
  return list;
}

template <class T>
YamlNode yaml_of(const FieldInfo& info, const std::vector<T>& items) {
  YamlNode list = yaml_list();
  for (const T& item : items) list.items.push_back(yaml_of(info, item));
  return list;
}

template <class T>
YamlNode yaml_of(const FieldInfo& info, const std::map<std::string, T>& items) {
  YamlNode map = yaml_map();
  for (const auto& [name, item] : items) add_key(map, name, yaml_of(info, item));
  return map;
}

}  // namespace cuttle
