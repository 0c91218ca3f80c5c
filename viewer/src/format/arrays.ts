// Reads arrays of the blob.
import type { ArrayReference } from "./shared";

type Stored = Float32Array | Float64Array | Int16Array | Uint8Array | Uint32Array;

const bytesOf = { f32: 4, f64: 8, i16: 2, u8: 1, u32: 4 };

/// Whether the blob holds all numbers of a reference.
export function isStored(blob: ArrayBuffer, reference: ArrayReference | undefined): boolean {
  if (!reference || !(reference.type in bytesOf)) return false;
  return reference.offset + reference.length * bytesOf[reference.type] <= blob.byteLength;
}

function stored(blob: ArrayBuffer, { type, offset, length }: ArrayReference): Stored {
  switch (type) {
    case "f32":
      return new Float32Array(blob, offset, length);
    case "f64":
      return new Float64Array(blob, offset, length);
    case "i16":
      return new Int16Array(blob, offset, length);
    case "u8":
      return new Uint8Array(blob, offset, length);
    case "u32":
      return new Uint32Array(blob, offset, length);
  }
}

/// The numbers of a reference, scaled, written to `values`.
function read(blob: ArrayBuffer, reference: ArrayReference, values: Float32Array | Float64Array) {
  const raw = stored(blob, reference);
  const { scale, bias } = reference;
  if (!scale || !bias || scale.length === 0) {
    values.set(raw);
    return;
  }
  for (let component = 0; component < scale.length; ++component) {
    const step = scale[component]!;
    const start = bias[component] ?? 0;
    for (let i = component; i < raw.length; i += scale.length) values[i] = start + step * raw[i]!;
  }
}

export function readFloats(blob: ArrayBuffer, reference: ArrayReference): Float32Array {
  if (!isStored(blob, reference)) return new Float32Array(0);
  const raw = stored(blob, reference);
  if (raw instanceof Float32Array && !reference.scale) return raw;
  const values = new Float32Array(reference.length);
  read(blob, reference, values);
  return values;
}

export function readDoubles(blob: ArrayBuffer, reference: ArrayReference): Float64Array {
  const values = new Float64Array(isStored(blob, reference) ? reference.length : 0);
  if (values.length > 0) read(blob, reference, values);
  return values;
}

export function readIndices(blob: ArrayBuffer, reference: ArrayReference): Uint32Array {
  if (!isStored(blob, reference)) return new Uint32Array(0);
  return Uint32Array.from(stored(blob, reference));
}
