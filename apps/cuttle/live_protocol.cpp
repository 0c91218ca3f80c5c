#include "live_protocol.h"

#include <array>
#include <span>

#include "cuttle/io/base64.h"
#include "cuttle/io/scene_file.h"
#include "cuttle/io/scene_json.h"
#include "live_feed.h"

namespace cuttle {

// ------------------------------------------------------------------ what the library's parts hold

constexpr std::array<Choice<LiveMode>, 3> kLiveModes = {{
    {LiveMode::initial, "initial", ""},
    {LiveMode::statics, "statics", ""},
    {LiveMode::dynamics, "dynamics", ""},
}};
constexpr std::span<const Choice<LiveMode>> choices(LiveMode) { return kLiveModes; }
constexpr const char* json_name(LiveMode) { return "LiveMode"; }

void json_members(JsonMembers& m, const LiveInput& input) {
  m.object("LiveInput");
  m("name", input.name);
  m("unit", input.unit);
  m("value", input.value);
  m("min", input.min);
  m("max", input.max);
  m("overridden", input.overridden);
}

void json_members(JsonMembers& m, const LiveJoint& joint) {
  m.object("LiveJoint");
  m("body", joint.body);
  m("kind", joint.kind);
  m("unit", joint.unit);
  m("value", joint.value);
  m("min", joint.min);
  m("max", joint.max);
  m("held", joint.held);
}

void json_members(JsonMembers& m, const Column& column) {
  m.object("Readout");
  m("name", column.name);
  m("unit", column.unit);
  m("group", column.group);
}

namespace cli {

// ---------------------------------------------------------------------------------------- messages

struct LiveModel {
  std::string file, name, title;
  std::vector<LiveInput> inputs;
  std::vector<LiveJoint> joints;
  Vector3 gravity = Vector3::Zero(), file_gravity = Vector3::Zero();
  std::vector<Column> readouts;
  std::vector<std::string> warnings;
};

void json_members(JsonMembers& m, const LiveModel& model) {
  m.object("LiveModel");
  m("file", model.file);
  m("name", model.name);
  m("title", model.title);
  m("inputs", model.inputs);
  m("joints", model.joints);
  m("gravity", model.gravity);
  m("file_gravity", model.file_gravity);
  m("readouts", model.readouts);
  m("warnings", model.warnings);
}

struct LiveFrame {
  int generation = 0;
  double t = 0;
  LiveMode mode = LiveMode::initial;
  bool playing = false;
  double speed = 0, rate = 0;
  Vector3 gravity = Vector3::Zero();
  std::vector<double> inputs;
  std::vector<bool> overridden;
  std::vector<double> joints;
  std::vector<OrNull> readouts;
  std::string data;
};

void json_members(JsonMembers& m, const LiveFrame& frame) {
  m.object("LiveFrame", "`data` is base64, 32-bit numbers of all channels.");
  m("generation", frame.generation);
  m("t", frame.t);
  m("mode", frame.mode);
  m("playing", frame.playing);
  m("speed", frame.speed);
  m("rate", frame.rate);
  m("gravity", frame.gravity);
  m("inputs", frame.inputs);
  m("overridden", frame.overridden);
  m("joints", frame.joints);
  m("readouts", frame.readouts);
  m("data", frame.data);
}

struct LiveScene {
  int generation = 0;
  Scene scene;
  LiveModel model;
  LiveFrame frame;
};

void json_members(JsonMembers& m, const LiveScene& message) {
  m.object("LiveScene", "`data` is base64 of the blob that the scene refers to.");
  m("generation", message.generation);
  m("scene", PackedScene{message.scene, ScenePacking::full});
  m("data", base64(m.store().bytes()));
  m("model", message.model);
  m("frame", message.frame);
}

struct GenerationMessage {
  int generation = 0;
};

void json_members(JsonMembers& m, const GenerationMessage& message) {
  m.object("GenerationMessage");
  m("generation", message.generation);
}

struct TextMessage {
  std::string text;
};

void json_members(JsonMembers& m, const TextMessage& message) {
  m.object("TextMessage");
  m("text", message.text);
}

struct LiveDocument {
  std::string program, token;
};

void json_members(JsonMembers& m, const LiveDocument& document) {
  m.object("LiveDocument");
  m("format", FixedText{"cuttle-live/1"});
  m("program", document.program);
  m("token", document.token);
}

/// Events by name, each with its message.
struct LiveEvents {};

void json_members(JsonMembers& m, const LiveEvents&) {
  m.object("LiveEvents", "The data of each event.");
  m(LiveFeed::name(LiveFeed::kModel), GenerationMessage{});
  m(LiveFeed::name(LiveFeed::kError), TextMessage{});
  m(LiveFeed::name(LiveFeed::kStatus), TextMessage{});
  m(LiveFeed::name(LiveFeed::kFrame), LiveFrame{});
}

namespace {

// names of users may hold bytes that are not UTF-8
template <class Message>
std::string dump(const Message& message, ByteStore* store = nullptr) {
  const OrderedJson json = to_ordered_json(message, store);
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

LiveFrame frame_of(const LiveSession& session, double rate) {
  LiveFrame frame;
  frame.generation = session.generation();
  frame.t = session.state().t;
  frame.mode = session.mode();
  frame.playing = session.playing();
  frame.speed = session.speed();
  frame.rate = rate;
  frame.gravity = session.scenario().model.gravity;
  for (const LiveInput& input : session.inputs()) {
    frame.inputs.push_back(input.value);
    frame.overridden.push_back(input.overridden);
  }
  for (const LiveJoint& joint : session.joints()) frame.joints.push_back(joint.value);
  frame.readouts = or_null(session.readouts());
  frame.data = base64(last_frame(session.scene()));
  return frame;
}

LiveModel model_of(const LiveSession& session, const std::string& file) {
  const ScenarioSpec& spec = session.scenario().spec;
  return {file,
          spec.name,
          spec.title,
          session.inputs(),
          session.joints(),
          session.scenario().model.gravity,
          session.file_gravity(),
          session.readout_columns(),
          session.scenario().warnings};
}

}  // namespace

std::string scene_message(const LiveSession& session, const std::string& file) {
  ByteStore store;
  return dump(LiveScene{session.generation(), with_frames(session.scene(), {}),
                        model_of(session, file), frame_of(session, 0)},
              &store);
}

std::string frame_message(const LiveSession& session, double rate) {
  return dump(frame_of(session, rate));
}

std::string generation_message(int generation) { return dump(GenerationMessage{generation}); }

std::string text_message(const std::string& text) { return dump(TextMessage{text}); }

std::string live_document(const std::string& program, const std::string& token) {
  return dump(LiveDocument{program, token});
}

void tell_message_types(TypeScript& types) {
  ByteStore store;
  tell_type(LiveDocument{}, types, &store);
  tell_type(LiveScene{}, types, &store);
  tell_type(LiveEvents{}, types, &store);
}

}  // namespace cli
}  // namespace cuttle
