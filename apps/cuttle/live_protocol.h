#pragma once
// What the live page and the program say to each other (docs/live.md), as JSON.

#include <functional>
#include <string>

#include "cuttle/live/live_session.h"

namespace cuttle::cli {

/// Something that the page wants from the session.
using LiveWish = std::function<void(LiveSession&)>;

/// {"command": "set_input", "name": "cables.c1.tension", "value": 3}. Throws LiveError.
LiveWish parse_wish(const std::string& body);

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

}  // namespace cuttle::cli
