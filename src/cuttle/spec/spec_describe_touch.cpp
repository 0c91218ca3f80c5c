#include "cuttle/spec/describe.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

// Fields; see spec/describe.h.

void TouchSpec::describe(Fields& v) {
  v.about("touching shape", "a massless shape for contacts; long axes along x");
  v.one_of({"sphere", "capsule", "box", "ellipsoid", "cylinder", "cone", "hull", "mesh"});
  v.field("sphere", sphere).unit("m").above(0).doc("radius");
  v.field("capsule", capsule).unit("m").above(0).doc("radius, length between the end centres");
  v.field("box", box).unit("m").above(0).doc("full edge lengths along x, y, z");
  v.field("ellipsoid", ellipsoid).unit("m").above(0).doc("semi-axes along x, y, z");
  v.field("cylinder", cylinder).unit("m").above(0).doc("radius, length");
  v.field("cone", cone).unit("m").above(0).doc("base radius, length; base at 0, apex at +x");
  v.field("hull", hull).doc("convex hull of points");
  v.field("mesh", mesh).doc("closed surface of triangles");
  v.field("pose", pose).doc("pose of the shape in the body frame");
}

void MeshSpec::describe(Fields& v) {
  v.about("triangle mesh",
          "points and triangles, from a file (STL or OBJ, at most 64 MB and 200000 triangles) or "
          "listed; of a hull the triangles do not matter. Equal points are joined, triangles are "
          "turned to agree on the outside; a surface that is not closed is refused");
  v.shorthand("file");
  v.one_of({"file", "points"});
  v.field("file", file).doc("STL (text or binary) or OBJ file, beside the model file or below");
  v.field("unit", unit)
      .unit("m")
      .above(0)
      .when(!file.empty(), "file")
      .doc("length that is 1 in the file, such as 1 mm");
  v.field("points", points).unit("m").doc("x, y, z of each");
  v.field("faces", faces)
      .when(points.has_value(), "points")
      .otherwise("none; of a mesh they must be given")
      .doc("triangles: numbers of three points, from 1, counter-clockwise from outside");
}

void HeightFieldSpec::describe(Fields& v) {
  v.about("height field",
          "heights z over a grid in x and y, two triangles per cell, solid below; at most 100000 "
          "nodes");
  v.field("x", x).unit("m").required().doc("x of the first and of the last column");
  v.field("y", y).unit("m").required().doc("y of the first and of the last row");
  v.field("heights", heights)
      .unit("m")
      .required()
      .doc("rows of numbers: along x in each row, along y from row to row");
  v.field("bottom", bottom)
      .unit("m")
      .otherwise("as far below the lowest height as the longer side is long")
      .doc("z where the solid ends");
}

}  // namespace cuttle
