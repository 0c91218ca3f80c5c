#pragma once

#include <string>

namespace cuttle {

/// Two soft arms on a turning hub, tied together at their tips by a connection of type KIND. The
/// study is for the test to say.
// (one for each object: constants of tests are made of it while the program starts)
const std::string kTiedArms = R"(
name: tied
bodies:
  - name: hub
    joint: {type: spherical, stiffness: 3}
    rigid: {shapes: [{box: [0.2, 0.2, 0.1], density: 500}]}
  - name: left
    parent: hub
    pose: {position: [0, 0.1, 0]}
    joint: spherical
    rod: {length: 0.5, section: {shape: circle, radius: 2 cm}, material: {young: 1 MPa, density: 1000}, strain: {torsion: 1, bend_y: 2, bend_z: 2, stretch: 0}}
  - name: right
    parent: hub
    pose: {position: [0, -0.1, 0]}
    rod: {length: 0.5, section: {shape: circle, radius: 2 cm}, material: {young: 1 MPa, density: 1000}, strain: {torsion: 1, bend_y: 2, bend_z: 2, shear_y: 0}}
connections:
  - {name: tie, type: KIND, a: {body: left, at: tip, pose: {position: [0.02, -0.1, 0.03]}}, b: {body: right, at: 0.4, pose: {position: [0.12, 0.1, 0.03], rotation: {axis: y, angle: 3 deg}}}}
)";

}  // namespace cuttle
