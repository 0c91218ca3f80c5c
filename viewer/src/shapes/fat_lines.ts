// Lines of some pixels width whose points are written in place.
import { InterleavedBufferAttribute, NotEqualStencilFunc, ReplaceStencilOp } from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";

/// Numbers of both ends of all segments, six per segment.
function buffer(geometry: LineSegmentsGeometry, name: string): InterleavedBufferAttribute {
  return geometry.getAttribute(name) as InterleavedBufferAttribute;
}

/// For translucent lines: every pixel once, though the ends of segments overlap. Mark: 1 to 127.
export function onceOnly(mark: number) {
  return {
    stencilWrite: true, stencilRef: mark, stencilFunc: NotEqualStencilFunc, stencilFuncMask: 0x7f,
    stencilWriteMask: 0x7f, stencilZPass: ReplaceStencilOp, depthWrite: false, transparent: true,
  };
}

export class FatLines {
  readonly object: LineSegments2;
  readonly positions: Float32Array; // (segments x 2 x 3)
  readonly colours: Float32Array; // linear RGB, (segments x 2 x 3)
  private readonly geometry = new LineSegmentsGeometry();

  constructor(
    readonly segments: number,
    readonly material: LineMaterial,
  ) {
    const numbers = Math.max(segments, 1) * 6;
    this.geometry.setPositions(new Float32Array(numbers));
    this.geometry.setColors(new Float32Array(numbers));
    this.positions = buffer(this.geometry, "instanceStart").data.array as Float32Array;
    this.colours = buffer(this.geometry, "instanceColorStart").data.array as Float32Array;
    this.geometry.instanceCount = segments;
    this.object = new LineSegments2(this.geometry, material);
    this.object.frustumCulled = false;
  }

  /// The same lines once more, in another material.
  twin(material: LineMaterial): LineSegments2 {
    const twin = new LineSegments2(this.geometry, material);
    twin.frustumCulled = false;
    return twin;
  }

  /// Draws the first segments only.
  limit(segments: number): void {
    this.geometry.instanceCount = Math.max(0, Math.min(segments, this.segments));
    this.object.visible = this.geometry.instanceCount > 0;
  }

  /// Writes a polyline from points[first] on; pieces that are not finite shrink to nothing.
  writePolyline(segment: number, points: Float32Array, first: number, count: number): void {
    for (let i = 0; i + 1 < count; ++i) {
      const from = 3 * (first + i);
      const at = 6 * (segment + i);
      let sum = 0;
      for (let k = 0; k < 6; ++k) {
        const value = points[from + k] ?? NaN;
        this.positions[at + k] = value;
        sum += value;
      }
      if (!Number.isFinite(sum)) this.positions.fill(0, at, at + 6);
    }
  }

  touched(): void {
    buffer(this.geometry, "instanceStart").data.needsUpdate = true;
  }

  recoloured(): void {
    buffer(this.geometry, "instanceColorStart").data.needsUpdate = true;
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
