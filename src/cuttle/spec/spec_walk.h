#pragma once

#include <functional>
#include <string>

#include "cuttle/spec/spec_values.h"
#include "cuttle/spec/type.h"

namespace cuttle {

/// The expression of a FunctionSpec or a SignalSpec (empty: it is of another kind), and what
/// belongs to it.
struct ExpressionUse {
  std::string& text;
  CopyIndex& copy;
  const Origin& origin;
};

/// Calls a function on every FunctionSpec and SignalSpec below a spec struct, in the order of its
/// fields.
void for_each_expression(Value spec, const std::function<void(const ExpressionUse&)>& use);

}  // namespace cuttle
