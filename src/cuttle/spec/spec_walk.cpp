#include "cuttle/spec/spec_walk.h"

#include "cuttle/signal/expression_parts.h"
#include "cuttle/spec/describe.h"
#include "cuttle/spec/spec_material.h"
#include "cuttle/spec/spec_touch.h"

namespace cuttle {

namespace {

/// Goes through all fields of a spec struct, and of what they hold, in their order.
class FieldWalker : public Fields {
 public:
  void visit(const FieldInfo&, Value value) override { walk(value); }
  void visit_list_or_inline(const char*, Value list, const char*) override { walk(list); }

  void walk(Value value) {
    const Type& type = *value.type;
    switch (type.form) {
      case Form::leaf:
        take(value);
        break;
      case Form::word:
        break;
      case Form::part:
        enter(value);
        type.describe(value.at, *this);
        break;
      case Form::optional:
      case Form::list:
        for (std::size_t i = 0; i < type.size(value.at); ++i) walk(type.item(value.at, i));
        break;
      case Form::map:
        for (const NamedValue& entry : type.entries(value.at)) {
          read(entry.name);
          walk(entry.value);
        }
        break;
    }
  }

 private:
  virtual void enter(Value /*part*/) {}
  virtual void read(const std::string& /*name in a map*/) {}
  virtual void take(Value /*leaf*/) {}
};

class ExpressionWalker final : public FieldWalker {
 public:
  explicit ExpressionWalker(const std::function<void(const ExpressionUse&)>& use) : use_(use) {}

  void visit(const FieldInfo& info, Value value) override {
    info_.variables = info.variables;
    info_.columns = info.columns;
    walk(value);
  }

 private:
  void take(Value leaf) override {
    if (auto* function = leaf.as<FunctionSpec>()) use(*function);
    if (auto* signal = leaf.as<SignalSpec>()) use(*signal);
    if (auto* rest = leaf.as<RestSpec>()) {
      if (rest->signal)
        use(*rest->signal);
      else
        use(*rest);
    }
  }

  template <class Spec>
  void use(Spec& spec) {
    use_({spec.expression, spec.copy, spec.origin, info_.variable_names(spec.expression),
          info_.columns});
  }

  const std::function<void(const ExpressionUse&)>& use_;
  FieldInfo info_;  // of the field: the variables
};

class OriginWalker final : public FieldWalker {
 public:
  explicit OriginWalker(const std::function<void(Origin&)>& use) : use_(use) {}

 private:
  void enter(Value part) override { use_(part.type->origin(part.at)); }
  void take(Value leaf) override {
    if (auto* function = leaf.as<FunctionSpec>()) use_(function->origin);
    if (auto* signal = leaf.as<SignalSpec>()) use_of_signal(*signal);
    if (auto* rest = leaf.as<RestSpec>()) {
      use_(rest->origin);
      if (rest->signal) use_of_signal(*rest->signal);
    }
    if (auto* material = leaf.as<MaterialUse>()) {
      use_(material->origin);
      if (material->name.empty()) use_(material->spec.origin);
    }
  }

  void use_of_signal(SignalSpec& signal) {
    use_(signal.origin);
    use_(signal.pulse.origin);
  }

  const std::function<void(Origin&)>& use_;
};

class TextWalker final : public FieldWalker {
 public:
  explicit TextWalker(const std::function<void(const std::string&)>& use) : use_(use) {}

 private:
  void read(const std::string& name) override { use_(name); }
  void take(Value leaf) override {
    if (const auto* text = leaf.as<std::string>()) use_(*text);
    if (const auto* material = leaf.as<MaterialUse>()) use_(material->name);
    if (const auto* signal = leaf.as<SignalSpec>())
      for (const std::string& column : column_names(signal->expression)) use_(column);
    if (const auto* side = leaf.as<ContactSideSpec>())
      for (const std::string& name : side->names) use_(name);
  }

  const std::function<void(const std::string&)>& use_;
};

class ReferenceWalker final : public FieldWalker {
 public:
  using Use = std::function<void(const std::string& list, std::string& name)>;
  explicit ReferenceWalker(const Use& use) : use_(use) {}

  void visit(const FieldInfo& info, Value value) override {
    if (info.refers_to.empty()) return walk(value);
    auto* const name = value.as<std::string>();
    if (name && !name->empty()) use_(info.refers_to, *name);
  }

 private:
  const Use& use_;
};

}  // namespace

void for_each_expression(Value spec, const std::function<void(const ExpressionUse&)>& use) {
  ExpressionWalker(use).walk(spec);
}

void for_each_origin(Value spec, const std::function<void(Origin&)>& use) {
  OriginWalker(use).walk(spec);
}

void for_each_text(Value spec, const std::function<void(const std::string&)>& use) {
  TextWalker(use).walk(spec);
}

void for_each_reference(
    Value spec, const std::function<void(const std::string& list, std::string& name)>& use) {
  ReferenceWalker(use).walk(spec);
}

}  // namespace cuttle
