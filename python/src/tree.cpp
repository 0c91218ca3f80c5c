#include "tree.h"

#include <fmt/format.h>

#include "arrays.h"

namespace cuttle::python {
namespace {

constexpr const char* kFile = "<python>";

std::string type_name(py::handle object) {
  return py::str(py::type::handle_of(object).attr("__name__"));
}

/// Walks a tree of Python objects; counts, so that one that contains itself ends.
class TreeMaker {
 public:
  YamlNode make(py::handle object, const std::string& path, int depth) {
    const YamlLimits limits;
    if (++nodes_ > limits.nodes)
      throw py::value_error(fmt::format("more than {} values in one model", limits.nodes));
    if (depth > limits.depth)
      throw py::value_error(fmt::format("{}: nested deeper than {} levels", path, limits.depth));
    YamlNode node;
    node.mark.file = kFile;
    if (object.is_none()) return node;
    if (PyDict_Check(object.ptr())) return map(object, path, depth);
    if (py::isinstance<py::array>(object))
      return make(py::reinterpret_borrow<py::array>(object).attr("tolist")(), path, depth);
    if (PyList_Check(object.ptr()) || PyTuple_Check(object.ptr())) return list(object, path, depth);
    node.kind = YamlNode::Kind::scalar;
    node.text = scalar(object, path);
    node.quoted = py::isinstance<py::str>(object);
    return node;
  }

 private:
  YamlNode map(py::handle object, const std::string& path, int depth) {
    YamlNode node;
    node.kind = YamlNode::Kind::map;
    node.mark.file = kFile;
    for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(object)) {
      if (!py::isinstance<py::str>(key))
        throw py::type_error(fmt::format("{}: expected names as keys, got {}",
                                         path.empty() ? "model" : path, type_name(key)));
      const std::string name = py::cast<std::string>(key);
      node.keys.push_back(name);
      node.key_marks.push_back(node.mark);
      node.items.push_back(make(value, path.empty() ? name : path + "." + name, depth + 1));
    }
    return node;
  }

  YamlNode list(py::handle object, const std::string& path, int depth) {
    YamlNode node;
    node.kind = YamlNode::Kind::list;
    node.mark.file = kFile;
    std::size_t i = 0;
    for (const py::handle item : py::reinterpret_borrow<py::sequence>(object))
      node.items.push_back(make(item, fmt::format("{}[{}]", path, i++), depth + 1));
    return node;
  }

  /// Numbers as the shortest text that reads back to the same.
  static std::string scalar(py::handle object, const std::string& path) {
    if (PyBool_Check(object.ptr())) return object.ptr() == Py_True ? "true" : "false";
    if (py::isinstance<py::str>(object)) return py::cast<std::string>(object);
    if (PyFloat_Check(object.ptr())) return fmt::format("{}", PyFloat_AsDouble(object.ptr()));
    if (PyLong_Check(object.ptr())) return py::str(object);
    // NumPy's numbers, and paths
    if (PyIndex_Check(object.ptr()) != 0) return py::str(object.attr("__index__")());
    if (PyObject_HasAttrString(object.ptr(), "__float__") == 1)
      return fmt::format("{}", number(object, path.c_str()));
    if (PyObject_HasAttrString(object.ptr(), "__fspath__") == 1)
      return py::cast<std::string>(py::str(object));
    throw py::type_error(fmt::format(
        "{}: expected a number, text, list or dict, got {}{}", path, type_name(object),
        PyCallable_Check(object.ptr()) != 0 ? "; pass functions to Model.with_force or simulate"
                                            : ""));
  }

  int nodes_ = 0;
};

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("''") : std::string(1, c);
  return out + "'";
}

/// A value as it stands behind the = of a setting: YAML in one line.
std::string flow_text(const YamlNode& node) {
  std::string text;
  switch (node.kind) {
    case YamlNode::Kind::null:
      return "null";
    case YamlNode::Kind::scalar:
      return node.quoted ? quoted(node.text) : node.text;
    case YamlNode::Kind::list:
      for (const YamlNode& item : node.items) text += (text.empty() ? "" : ", ") + flow_text(item);
      return "[" + text + "]";
    case YamlNode::Kind::map:
      for (std::size_t i = 0; i < node.items.size(); ++i)
        text += (i == 0 ? "" : ", ") + node.keys[i] + ": " + flow_text(node.items[i]);
      return "{" + text + "}";
  }
  return text;
}

}  // namespace

YamlNode to_tree(py::handle object) { return TreeMaker().make(object, "", 0); }

std::vector<std::string> to_settings(py::handle set) {
  std::vector<std::string> settings;
  if (set.is_none()) return settings;
  if (PyDict_Check(set.ptr())) {
    for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(set)) {
      if (!py::isinstance<py::str>(key))
        throw py::type_error("set: expected paths as keys, got " + type_name(key));
      const std::string path = py::cast<std::string>(key);
      settings.push_back(path + "=" + flow_text(TreeMaker().make(value, path, 0)));
    }
    return settings;
  }
  if (!PyList_Check(set.ptr()) && !PyTuple_Check(set.ptr()))
    throw py::type_error("set: expected a dict {path: value} or a list of 'path=value', got " +
                         type_name(set));
  for (const py::handle item : py::reinterpret_borrow<py::sequence>(set)) {
    if (!py::isinstance<py::str>(item))
      throw py::type_error("set: expected strings 'path=value', got " + type_name(item));
    settings.push_back(py::cast<std::string>(item));
  }
  return settings;
}

}  // namespace cuttle::python
