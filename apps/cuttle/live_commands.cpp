#include "live_commands.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "cuttle/base/error.h"
#include "cuttle/io/json_members.h"

namespace cuttle::cli {
namespace {

using Json = nlohmann::ordered_json;

/// The members of a command: taken from what the page sent, or only asked for by their names, so
/// that the page can be told what a command holds.
class Wish {
 public:
  Wish() = default;
  explicit Wish(const Json& json) : json_(&json) {}

  double number(const char* name) {
    const Json* value = member(name, "number");
    if (!value) return 0;
    if (!value->is_number()) throw LiveError(fmt::format("'{}' must be a number", name));
    return value->get<double>();
  }

  std::string text(const char* name) {
    const Json* value = member(name, "string");
    if (!value) return "";
    if (!value->is_string()) throw LiveError(fmt::format("'{}' must be text", name));
    return value->get<std::string>();
  }

  Vector3 vector(const char* name) {
    const Json* value = member(name, "Vec3");
    Vector3 v = Vector3::Zero();
    if (!value) return v;
    if (!value->is_array() || value->size() != 3)
      throw LiveError(fmt::format("'{}' must be three numbers", name));
    for (std::size_t i = 0; i < 3; ++i) {
      if (!(*value)[i].is_number())
        throw LiveError(fmt::format("'{}' must be three numbers", name));
      v[Eigen::Index(i)] = (*value)[i].get<double>();
    }
    return v;
  }

  /// `name: string; value: number`, of all that were asked for.
  const std::string& types() const { return types_; }

 private:
  /// Null where there is nothing to take it from.
  const Json* member(const char* name, const char* type) {
    types_ += fmt::format("; {}: {}", name, type);
    if (!json_) return nullptr;
    const auto found = json_->find(name);
    if (found == json_->end()) throw LiveError(fmt::format("'{}' is missing", name));
    return &*found;
  }

  const Json* json_ = nullptr;
  std::string types_;
};

LiveWish set_input(Wish& wish) {
  return [name = wish.text("name"), value = wish.number("value")](LiveSession& session) {
    session.set_input(name, value);
  };
}

LiveWish release_input(Wish& wish) {
  return [name = wish.text("name")](LiveSession& session) { session.release_input(name); };
}

LiveWish set_gravity(Wish& wish) {
  return [g = wish.vector("value")](LiveSession& session) { session.set_gravity(g); };
}

LiveWish hold_joint(Wish& wish) {
  return [body = wish.text("body"), value = wish.number("value")](LiveSession& session) {
    session.hold_joint(body, true, value);
  };
}

LiveWish free_joint(Wish& wish) {
  return [body = wish.text("body")](LiveSession& session) { session.hold_joint(body, false, 0); };
}

LiveWish set_speed(Wish& wish) {
  return [value = wish.number("value")](LiveSession& session) { session.set_speed(value); };
}

LiveWish release_all(Wish&) { return &LiveSession::release_all; }
LiveWish settle(Wish&) {
  return [](LiveSession& session) { session.set_mode(LiveMode::statics); };
}
LiveWish play(Wish&) { return &LiveSession::play; }
LiveWish pause(Wish&) { return &LiveSession::pause; }
LiveWish reset(Wish&) { return &LiveSession::reset; }

// one row per command
struct CommandRow {
  const char* name;
  LiveWish (*parse)(Wish&);
};
constexpr const char* kCommand = "command";  // the member that says which it is
constexpr std::array kCommands = {
    CommandRow{"set_input", set_input},
    CommandRow{"release_input", release_input},
    CommandRow{"set_gravity", set_gravity},
    CommandRow{"hold_joint", hold_joint},
    CommandRow{"free_joint", free_joint},
    CommandRow{"release_all", release_all},
    CommandRow{"settle", settle},
    CommandRow{"play", play},
    CommandRow{"pause", pause},
    CommandRow{"reset", reset},
    CommandRow{"set_speed", set_speed},
};

}  // namespace

LiveWish parse_wish(const std::string& body) {
  const Json json = Json::parse(body, nullptr, false);
  if (json.is_discarded()) throw LiveError("the body is not JSON");
  if (!json.is_object()) throw LiveError("the body must be an object");
  Wish wish(json);
  const std::string name = wish.text(kCommand);
  std::vector<std::string> names;
  for (const CommandRow& row : kCommands) {
    if (name == row.name) return row.parse(wish);
    names.push_back(row.name);
  }
  throw LiveError(
      fmt::format("no such command: '{}' ({})", name, suggest(name, names, "commands")));
}

void tell_command_types(TypeScript& types) {
  types.tuple(3);
  std::string text = "export type Command =";
  for (const CommandRow& row : kCommands) {
    Wish wish;
    row.parse(wish);
    text += fmt::format("\n  | {{ {}: \"{}\"{} }}", kCommand, row.name, wish.types());
  }
  types.declare("Command", text + ";\n");
}

}  // namespace cuttle::cli
