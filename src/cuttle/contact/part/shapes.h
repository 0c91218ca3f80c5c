#pragma once

#include "cuttle/contact/part/part.h"
#include "cuttle/core/contact.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// Is exactly one kind of shape given, with all that it needs?
bool is_one_shape(const TouchSpec& touch);

/// Contact shapes; of a touching shape that is one.
ContactShape shape_of(const TouchSpec& touch);
ContactShape shape_of(const PlaneSpec& plane);
ContactShape shape_of(const HeightFieldSpec& field, const PoseSpec& pose);

/// Smallest radius or half edge [m]; infinite where a shape has none.
double least_radius(const ContactShape& shape);

/// What they look like.
ShapeSpec drawn_shape(const TouchSpec& touch);
ShapeSpec drawn_shape(const HeightFieldSpec& field);
ShapeSpec drawn_shape(const ContactShape& contact);

/// Heights that make no ground.
void check_heights(const HeightFieldSpec& field, Diagnostics& diagnostics);

}  // namespace cuttle
