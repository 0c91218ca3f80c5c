#pragma once
// Which fields of a part name other parts.

#include <functional>
#include <string>

#include "cuttle/spec/type.h"

namespace cuttle {

/// Calls a function on every text below a spec struct that names a part (Field::refers_to), with
/// the list that it names: "bodies", "cables", ... Texts that are empty are left out.
void for_each_reference(Value spec,
                        const std::function<void(const std::string& list, std::string& name)>& use);

}  // namespace cuttle
