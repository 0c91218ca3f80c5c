#include "cuttle/contact/recorded_shapes.h"

#include <fmt/format.h>

namespace cuttle {

std::vector<RecordedShape> recorded_shapes(const Model& model) {
  const std::vector<ContactShape>& shapes = model.contact.shapes;
  std::vector<int> total(model.bodies.size(), 0), named(model.bodies.size(), 0);
  for (const ContactShape& shape : shapes)
    if (shape.body >= 0) ++total[std::size_t(shape.body)];
  std::vector<RecordedShape> recorded;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (shapes[i].body < 0) continue;
    const auto body = std::size_t(shapes[i].body);
    const std::string& name = model.bodies[body].name;
    const int number = named[body]++;
    recorded.push_back({int(i), total[body] > 1 ? fmt::format("{}[{}]", name, number) : name});
  }
  return recorded;
}

}  // namespace cuttle
