#include <fmt/format.h>

#include "cuttle/io/read_part.h"
#include "cuttle/signal/units.h"

namespace cuttle {

// Values of water that a user may write in several forms: currents, coefficients, thruster tables.

namespace {

std::string count_or_what(const YamlNode& node) {
  return node.is_list() ? fmt::format("{} of them", node.items.size()) : node.what();
}

bool read_six(const Slot& slot, Vector6& row) {
  if (!slot.node.is_list() || slot.node.items.size() != 6) {
    slot.error("expected a list of 6 numbers, got " + count_or_what(slot.node),
               "6 numbers are a diagonal, 6 rows of 6 a whole matrix");
    return false;
  }
  bool ok = true;
  for (std::size_t i = 0; i < 6; ++i)
    ok = read_value(slot.item(i), row[static_cast<Eigen::Index>(i)]) && ok;
  return ok;
}

// a formula, or a number with or without unit
bool read_depth_formula(const Slot& slot, std::string& text) {
  if (slot.node.is_scalar() && !parse_quantity(slot.node.text)) return read_expression(slot, text);
  double number = 0;
  if (!read_value(slot, number)) return false;
  text = fmt::format("({})", number);
  return true;
}

bool read_knot(const Slot& slot, CurrentKnot& knot) {
  if (!slot.node.is_list() || slot.node.items.size() != 2) {
    slot.error("expected [height or depth, [ux, uy, uz]], got " + count_or_what(slot.node));
    return false;
  }
  const auto read = [&](std::size_t i, const char* unit, auto& value) {
    FieldInfo info = slot.info;
    info.unit = unit;
    return read_value(Slot{slot.node.items[i], slot.item(i).path, info, slot.context}, value);
  };
  const bool place = read(0, "m", knot.at);
  return read(1, "m/s", knot.velocity) && place;
}

}  // namespace

bool read_value(const Slot& slot, bool& value) {
  const std::string& text = slot.node.text;
  if (!slot.node.is_scalar() || (text != "true" && text != "false")) {
    slot.error("expected true or false, got " + slot.node.what());
    return false;
  }
  value = text == "true";
  return true;
}

bool read_value(const Slot& slot, CoefficientSpec& value) {
  const bool full = slot.node.is_list() && !slot.node.items.empty() && slot.node.items[0].is_list();
  CoefficientSpec read;
  Vector6 row;
  if (!full) {
    if (!read_six(slot, row)) return false;
    read.matrix = row.asDiagonal();
  } else {
    if (slot.node.items.size() != 6) {
      slot.error(fmt::format("expected 6 rows, got {}", slot.node.items.size()));
      return false;
    }
    for (std::size_t i = 0; i < 6; ++i) {
      if (!read_six(slot.item(i), row)) return false;
      read.matrix.row(static_cast<Eigen::Index>(i)) = row.transpose();
    }
  }
  value = read;
  return true;
}

bool read_value(const Slot& slot, WaterPlaceSpec& value) {
  if (slot.node.is_list()) return read_value(slot, value.position);
  return read_value(slot, value.frame);
}

bool read_value(const Slot& slot, std::array<std::string, 3>& value) {
  if (!slot.node.is_list() || slot.node.items.size() != 3) {
    slot.error("expected a list of 3 formulas, got " + count_or_what(slot.node));
    return false;
  }
  bool ok = true;
  for (std::size_t i = 0; i < 3; ++i) ok = read_depth_formula(slot.item(i), value[i]) && ok;
  return ok;
}

bool read_value(const Slot& slot, std::vector<CurrentKnot>& value) {
  if (!slot.node.is_list() || slot.node.items.empty()) {
    slot.error("expected a list of [height or depth, [ux, uy, uz]], got " + slot.node.what());
    return false;
  }
  bool ok = true;
  std::vector<double> places;
  value.assign(slot.node.items.size(), {});
  for (std::size_t i = 0; i < value.size(); ++i) {
    ok = read_knot(slot.item(i), value[i]) && ok;
    places.push_back(value[i].at);
  }
  return ok && check_times(slot, places);
}

bool read_value(const Slot& slot, CurrentSpec& value) {
  if (!slot.node.is_list()) return read_part(slot, value_of(value));
  // the bare list is `uniform`
  value.origin = slot.origin();
  FieldInfo info = slot.info;
  info.unit = "m/s";
  value.origin.fields["uniform"] = slot.node.mark;
  return read_value(Slot{slot.node, slot.path, info, slot.context}, value_of(value.uniform));
}

}  // namespace cuttle
