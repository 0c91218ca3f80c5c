#pragma once
// What the live page wants from the program (docs/live.md), as JSON.

#include <functional>
#include <string>

#include "cuttle/live/live_session.h"

namespace cuttle {
class TypeScript;
}

namespace cuttle::cli {

/// Something that the page wants from the session.
using LiveWish = std::function<void(LiveSession&)>;

/// {"command": "set_input", "name": "cables.c1.tension", "value": 3}. Throws LiveError.
LiveWish parse_wish(const std::string& body);

/// Tells the viewer which commands there are, and what they hold.
void tell_command_types(TypeScript& types);

}  // namespace cuttle::cli
