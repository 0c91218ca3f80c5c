#pragma once

#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <utility>

#include "cuttle/core/actor.h"

namespace cuttle {

/// The actors of a model by their type and the name of their part. (Copies of a model share their
/// actors.)
class ActorIndex {
 public:
  template <class A>
  void add(const std::string& name, std::shared_ptr<const A> actor) {
    actors_[{typeid(A), name}] = std::move(actor);
  }
  /// Null if there is none.
  template <class A>
  std::shared_ptr<const A> find(const std::string& name) const {
    const auto found = actors_.find({typeid(A), name});
    return found == actors_.end() ? nullptr : std::static_pointer_cast<const A>(found->second);
  }

 private:
  std::map<std::pair<std::type_index, std::string>, std::shared_ptr<const Actor>> actors_;
};

}  // namespace cuttle
