// Lines of a grid on a plane, in the plane's own x and y.
import { Color, DoubleSide, ShaderMaterial, type Vector2 } from "three";

const vertexShader = `
uniform vec2 middle;
varying vec2 place;
void main() {
  place = position.xy + middle;
  gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(position, 1.0);
}`;

// lines of constant width on the screen, finer ones fading where they come too close
const fragmentShader = `
uniform float cell;
uniform vec3 colour;
uniform vec2 middle;
uniform vec2 reach;
varying vec2 place;
// q counts the lines, w how many of them lie in a pixel
float lines(vec2 q, vec2 w, float width) {
  vec2 away = abs(fract(q - 0.5) - 0.5) / w;
  vec2 one = clamp(width * 0.5 + 0.5 - away, 0.0, 1.0) * clamp(1.0 - 2.5 * w, 0.0, 1.0);
  return max(one.x, one.y);
}
void main() {
  vec2 out_ = abs(place - middle) / reach;
  float fade = 1.0 - smoothstep(0.55, 1.0, length(out_));
  vec2 q = place / cell, w = fwidth(q);
  float strength = max(0.55 * lines(q, w, 1.0), 0.95 * lines(0.2 * q, 0.2 * w, 1.3));
  if (strength * fade < 0.004) discard; // nothing to blend between the lines
  gl_FragColor = vec4(colour, strength * fade);
  #include <colorspace_fragment>
}`;

interface GridLines {
  cell: number; // [m]
  colour: string;
  middle: Vector2; // what the centre of the plane counts as
  reach: Vector2; // where it has faded away
}

export function gridMaterial({ cell, colour, middle, reach }: GridLines): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader, fragmentShader, transparent: true, depthWrite: false, side: DoubleSide,
    uniforms: {
      cell: { value: cell },
      colour: { value: new Color(colour) },
      middle: { value: middle },
      reach: { value: reach },
    },
  });
}
