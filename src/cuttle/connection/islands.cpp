#include "cuttle/connection/islands.h"

#include <numeric>

namespace cuttle {

std::vector<std::size_t> islands(const Model& model, const State& x) {
  // every body points to one of its island; the last one to itself
  std::vector<std::size_t> next(model.bodies.size());
  std::iota(next.begin(), next.end(), std::size_t(0));
  const auto last = [&](std::size_t body) {
    while (next[body] != body) body = next[body] = next[next[body]];
    return body;
  };
  const auto tie = [&](int a, int b) {
    if (a >= 0 && b >= 0) next[last(std::size_t(a))] = last(std::size_t(b));
  };
  for (std::size_t i = 0; i < model.bodies.size(); ++i) tie(int(i), model.bodies[i].parent);
  for (std::size_t i = 0; i < model.connections.size(); ++i)
    if (x.connections[i].closed) tie(model.connections[i].a.body, model.connections[i].b.body);
  for (std::size_t i = 0; i < next.size(); ++i) next[i] = last(i);
  return next;
}

std::vector<int> loop_bodies(const Model& model, const Connection& connection) {
  const auto bodies_to_root = [&](int body) {
    std::vector<int> chain;
    for (; body >= 0; body = model.bodies[std::size_t(body)].parent) chain.push_back(body);
    return chain;
  };
  std::vector<int> a = bodies_to_root(connection.a.body), b = bodies_to_root(connection.b.body);
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.pop_back();
    b.pop_back();
  }
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace cuttle
