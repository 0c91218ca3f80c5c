#include "live_protocol.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "cuttle/io/base64.h"
#include "cuttle/io/scene_file.h"
#include "cuttle/sim/build_warnings.h"

namespace cuttle::cli {
namespace {

using Json = nlohmann::ordered_json;

// names of users may hold bytes that are not UTF-8
std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// --------------------------------------------------------------------------------------- wishes

const Json& member(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end()) throw LiveError(fmt::format("'{}' is missing", name));
  return *found;
}

double number(const Json& json, const char* name) {
  const Json& value = member(json, name);
  if (!value.is_number()) throw LiveError(fmt::format("'{}' must be a number", name));
  return value.get<double>();
}

std::string text(const Json& json, const char* name) {
  const Json& value = member(json, name);
  if (!value.is_string()) throw LiveError(fmt::format("'{}' must be a text", name));
  return value.get<std::string>();
}

Vector3 vector(const Json& json, const char* name) {
  const Json& value = member(json, name);
  Vector3 v;
  if (!value.is_array() || value.size() != 3)
    throw LiveError(fmt::format("'{}' must be three numbers", name));
  for (std::size_t i = 0; i < 3; ++i) {
    if (!value[i].is_number()) throw LiveError(fmt::format("'{}' must be three numbers", name));
    v[Eigen::Index(i)] = value[i].get<double>();
  }
  return v;
}

LiveWish set_input(const Json& json) {
  return [name = text(json, "name"), value = number(json, "value")](LiveSession& session) {
    session.set_input(name, value);
  };
}

LiveWish release_input(const Json& json) {
  return [name = text(json, "name")](LiveSession& session) { session.release_input(name); };
}

LiveWish set_gravity(const Json& json) {
  return [g = vector(json, "value")](LiveSession& session) { session.set_gravity(g); };
}

LiveWish hold_joint(const Json& json) {
  return [body = text(json, "body"), value = number(json, "value")](LiveSession& session) {
    session.hold_joint(body, true, value);
  };
}

LiveWish free_joint(const Json& json) {
  return [body = text(json, "body")](LiveSession& session) { session.hold_joint(body, false, 0); };
}

LiveWish set_speed(const Json& json) {
  return [value = number(json, "value")](LiveSession& session) { session.set_speed(value); };
}

LiveWish release_all(const Json&) { return &LiveSession::release_all; }
LiveWish settle(const Json&) {
  return [](LiveSession& session) { session.set_mode(LiveMode::statics); };
}
LiveWish play(const Json&) { return &LiveSession::play; }
LiveWish pause(const Json&) { return &LiveSession::pause; }
LiveWish reset(const Json&) { return &LiveSession::reset; }

// one row per command
struct CommandRow {
  const char* name;
  LiveWish (*parse)(const Json&);
};
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

// -------------------------------------------------------------------------------------- messages

const char* mode_name(LiveMode mode) {
  constexpr std::array names = {"initial", "statics", "dynamics"};
  return names[std::size_t(mode)];
}

Json inputs_json(const LiveSession& session) {
  Json json = Json::array();
  for (const LiveInput& input : session.inputs())
    json.push_back({{"name", input.name},
                    {"unit", input.unit},
                    {"value", input.value},
                    {"min", input.min},
                    {"max", input.max},
                    {"overridden", input.overridden}});
  return json;
}

Json joints_json(const LiveSession& session) {
  Json json = Json::array();
  for (const LiveJoint& joint : session.joints())
    json.push_back({{"body", joint.body},
                    {"kind", joint.kind},
                    {"unit", joint.unit},
                    {"value", joint.value},
                    {"min", joint.min},
                    {"max", joint.max},
                    {"held", joint.held}});
  return json;
}

Json readouts_json(const LiveSession& session) {
  Json json = Json::array();
  for (const Column& column : session.readout_columns())
    json.push_back({{"name", column.name}, {"unit", column.unit}, {"group", column.group}});
  return json;
}

Json vector_json(const Vector3& v) { return {v[0], v[1], v[2]}; }

}  // namespace

LiveWish parse_wish(const std::string& body) {
  const Json json = Json::parse(body, nullptr, false);
  if (json.is_discarded()) throw LiveError("the body is not JSON");
  if (!json.is_object()) throw LiveError("the body must be an object");
  const std::string name = text(json, "command");
  std::vector<std::string> names;
  for (const CommandRow& row : kCommands) {
    if (name == row.name) return row.parse(json);
    names.push_back(row.name);
  }
  throw LiveError(
      fmt::format("no such command: '{}' ({})", name, suggest(name, names, "commands")));
}

std::string scene_message(const LiveSession& session, const std::string& file) {
  const EncodedScene scene = encode_scene(with_frames(session.scene(), {}), ScenePacking::full);
  const ScenarioSpec& spec = session.scenario().spec;
  const Json model = {{"file", file},
                      {"name", spec.name},
                      {"title", spec.title},
                      {"inputs", inputs_json(session)},
                      {"joints", joints_json(session)},
                      {"gravity", vector_json(session.scenario().model.gravity)},
                      {"file_gravity", vector_json(session.file_gravity())},
                      {"readouts", readouts_json(session)},
                      {"warnings", model_warnings(session.scenario())}};
  // the header is JSON already
  return fmt::format(R"({{"generation":{},"scene":{},"data":"{}","model":{},"frame":{}}})",
                     session.generation(), scene.header, base64(scene.data), dump(model),
                     frame_message(session, 0));
}

std::string frame_message(const LiveSession& session, double rate) {
  Json inputs = Json::array(), overridden = Json::array(), joints = Json::array();
  for (const LiveInput& input : session.inputs()) {
    inputs.push_back(input.value);
    overridden.push_back(input.overridden);
  }
  for (const LiveJoint& joint : session.joints()) joints.push_back(joint.value);
  const Json json = {{"generation", session.generation()},
                     {"t", session.state().t},
                     {"mode", mode_name(session.mode())},
                     {"playing", session.playing()},
                     {"speed", session.speed()},
                     {"rate", rate},
                     {"gravity", vector_json(session.scenario().model.gravity)},
                     {"inputs", inputs},
                     {"overridden", overridden},
                     {"joints", joints},
                     {"readouts", session.readouts()},
                     {"data", base64(last_frame(session.scene()))}};
  return dump(json);
}

std::string generation_message(int generation) { return dump({{"generation", generation}}); }

std::string text_message(const std::string& text) { return dump({{"text", text}}); }

std::string live_document(const std::string& program, const std::string& token) {
  return dump({{"format", "cuttle-live/1"}, {"program", program}, {"token", token}});
}

}  // namespace cuttle::cli
