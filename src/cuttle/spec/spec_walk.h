#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cuttle/spec/spec_values.h"
#include "cuttle/spec/type.h"

namespace cuttle {

/// The expression of a FunctionSpec or a SignalSpec (empty: it is of another kind), and what
/// belongs to it.
struct ExpressionUse {
  std::string& text;
  CopyIndex& copy;
  const Origin& origin;
  const std::vector<std::string>& variables;  // that it may use
  bool columns = false;                       // those that it names among them
};

/// Calls a function on every FunctionSpec and SignalSpec below a spec struct, in the order of its
/// fields; of a RestSpec on that which it is.
void for_each_expression(Value spec, const std::function<void(const ExpressionUse&)>& use);

/// Calls a function on the origin of a spec struct and of all below that is its own: not on that of
/// a material that it names.
void for_each_origin(Value spec, const std::function<void(Origin&)>& use);

/// Calls a function on every text below a spec struct, the names in maps and the columns that
/// formulas name included.
void for_each_text(Value spec, const std::function<void(const std::string&)>& use);

// Which fields of a part name other parts.

/// Calls a function on every text below a spec struct that names a part (Field::refers_to), with
/// the list that it names: "bodies", "cables", ... Texts that are empty are left out.
void for_each_reference(Value spec,
                        const std::function<void(const std::string& list, std::string& name)>& use);

}  // namespace cuttle
