#pragma once

#include "cuttle/io/yaml.h"
#include "cuttle/spec/type.h"

namespace cuttle {

/// One map of the file from one spec struct: all fields that are required, or differ from those of
/// another struct that holds the defaults. A bare value if that says the same.
YamlNode write_part(Value part, Value defaults);

/// The same with the defaults of the struct.
YamlNode write_part(Value part);

}  // namespace cuttle
