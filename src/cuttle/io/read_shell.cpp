#include "cuttle/io/read_part.h"

namespace cuttle {

// Values of shells that a user may write in several forms: arcs, profiles.

bool read_value(const Slot& slot, ArcSpec& value) {
  if (!slot.node.is_list() || slot.node.items.size() != 2) {
    slot.error("expected [radius, angle], got " +
               (slot.node.is_list() ? std::to_string(slot.node.items.size()) + " values"
                                    : slot.node.what()));
    return false;
  }
  const auto read = [&](std::size_t i, const char* unit, double low, double& number) {
    FieldInfo info = slot.info;
    info.unit = unit;
    info.low = low;
    info.low_open = true;
    return read_value(Slot{slot.node.items[i], slot.item(i).path, info, slot.context}, number);
  };
  const bool radius = read(0, "m", 0, value.radius);
  const bool angle = read(1, "rad", -std::numeric_limits<double>::infinity(), value.angle);
  if (angle && value.angle == 0) {
    slot.item(1).error("must not be 0", "a straight piece is a line: {line: length}");
    return false;
  }
  return radius && angle;
}

bool read_value(const Slot& slot, ProfileSpec& value) {
  const YamlNode* const pieces = slot.node.is_map() ? slot.node.find("pieces") : nullptr;
  if (pieces && pieces->is_list() && pieces->items.empty()) {
    slot.context.diagnostics.add(pieces->mark, slot.path + ".pieces", "is empty",
                                 "give arcs and lines, such as [{line: 50 mm}]");
    return false;
  }
  if (!read_part(slot, value_of(value))) return false;
  if (value.file.empty()) return true;
  const Slot file{*slot.node.find("file"), slot.path + ".file", slot.info, slot.context};
  const std::optional<CsvTable> table = read_data_file(file, value.file);
  std::vector<double> r, x;
  if (!table || !take_column(file, *table, "r", r) || !take_column(file, *table, "x", x))
    return false;
  value.points.emplace();
  for (std::size_t i = 0; i < r.size(); ++i) value.points->push_back({r[i], x[i]});
  return true;
}

}  // namespace cuttle
