#pragma once
// What the program tells the live page (docs/live.md), as JSON.

#include <string>

#include "cuttle/live/live_session.h"

namespace cuttle {
class TypeScript;
}

namespace cuttle::cli {

/// Everything about the model, with the scene: the answer to GET /scene.
std::string scene_message(const LiveSession& session, const std::string& file);

/// What moves: scene frame, read-outs, positions of the sliders. `rate` is how many simulated
/// seconds a second takes at the moment.
std::string frame_message(const LiveSession& session, double rate);

/// {"generation": 3} and {"text": "..."}.
std::string generation_message(int generation);
std::string text_message(const std::string& text);

/// The JSON inside the page.
std::string live_document(const std::string& program, const std::string& token);

/// Tells the viewer what messages hold, and what comes with which event.
void tell_message_types(TypeScript& types);

}  // namespace cuttle::cli
