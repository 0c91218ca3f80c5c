#include <charconv>

#include "cuttle/io/read_values.h"

namespace cuttle {

// Values of nets that are written in forms of their own: places, lists of names.

bool read_value(const Slot& slot, NetPlaceSpec& value) {
  const std::string& text = slot.node.text;
  const std::size_t dot = slot.node.is_scalar() ? text.rfind('.') : std::string::npos;
  if (dot != std::string::npos) {
    value.segment = text.substr(0, dot);
    const std::string number = text.substr(dot + 1);
    value.index = -1;
    if (number == "last") return true;
    const char* const end = number.data() + number.size();
    const auto [stop, error] = std::from_chars(number.data(), end, value.index);
    if (error == std::errc() && stop == end) return true;
  }
  slot.error("expected segment.number, got " + slot.node.what(),
             "numbers begin at 0; leg.last and leg.-1 are the last one of the segment leg");
  value = {};
  return false;
}

bool read_value(const Slot& slot, std::vector<NetPlaceSpec>& value) {
  if (!slot.node.is_list()) {
    value.assign(1, {});
    return read_value(slot, value[0]);
  }
  value.assign(slot.node.items.size(), {});
  bool ok = true;
  for (std::size_t i = 0; i < value.size(); ++i) ok = read_value(slot.item(i), value[i]) && ok;
  return ok;
}

bool read_value(const Slot& slot, std::array<NetPlaceSpec, 2>& value) {
  if (!slot.node.is_list() || slot.node.items.size() != 2) {
    slot.error("expected two places, such as [leg.0, arm.last], got " +
               (slot.node.is_list() ? std::to_string(slot.node.items.size()) + " of them"
                                    : slot.node.what()));
    return false;
  }
  const bool first = read_value(slot.item(0), value[0]);
  return read_value(slot.item(1), value[1]) && first;
}

bool read_value(const Slot& slot, std::vector<std::string>& value) {
  if (!slot.node.is_list()) {
    value.assign(1, "");
    return read_value(slot, value[0]);
  }
  value.assign(slot.node.items.size(), "");
  bool ok = true;
  for (std::size_t i = 0; i < value.size(); ++i) ok = read_value(slot.item(i), value[i]) && ok;
  return ok;
}

bool read_value(const Slot& slot, std::array<SignalSpec, 2>& value) {
  if (!slot.node.is_list() || slot.node.items.size() != 2) {
    slot.error("expected a list of 2 signals, got " +
               (slot.node.is_list() ? std::to_string(slot.node.items.size()) + " of them"
                                    : slot.node.what()));
    return false;
  }
  const bool first = read_value(slot.item(0), value[0]);
  return read_value(slot.item(1), value[1]) && first;
}

bool read_value(const Slot& slot, std::map<std::string, double>& value) {
  if (!slot.node.is_map()) {
    slot.error("expected a map of numbers, got " + slot.node.what());
    return false;
  }
  bool ok = true;
  for (std::size_t i = 0; i < slot.node.keys.size(); ++i) {
    const std::string& name = slot.node.keys[i];
    const Slot item{slot.node.items[i], slot.path + "." + name, slot.info, slot.context};
    ok = read_value(item, value[name]) && ok;
  }
  return ok;
}

}  // namespace cuttle
