// Reads PNG pictures of 8 bits per channel, as browsers write them.
import { inflateSync } from "node:zlib";

/// {width, height, pixels}: pixels are RGB triples.
export function decodePng(file) {
  if (file.readUInt32BE(0) !== 0x89504e47) throw new Error("not a PNG file");
  const data = [];
  let header = null;
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    const type = file.toString("latin1", at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (type === "IHDR")
      header = {
        width: body.readUInt32BE(0),
        height: body.readUInt32BE(4),
        depth: body[8],
        kind: body[9],
      };
    if (type === "IDAT") data.push(body);
    at += 12 + length;
  }
  if (!header || header.depth !== 8 || (header.kind !== 2 && header.kind !== 6))
    throw new Error("unknown kind of PNG");
  const channels = header.kind === 6 ? 4 : 3;
  const raw = unfilter(
    inflateSync(Buffer.concat(data)),
    header.width * channels,
    header.height,
    channels,
  );
  const pixels = new Uint8Array(header.width * header.height * 3);
  for (let i = 0; i < header.width * header.height; ++i)
    for (let c = 0; c < 3; ++c) pixels[3 * i + c] = raw[channels * i + c];
  return { width: header.width, height: header.height, pixels };
}

function unfilter(coded, stride, height, step) {
  const out = new Uint8Array(stride * height);
  for (let row = 0; row < height; ++row) {
    const filter = coded[row * (stride + 1)];
    for (let i = 0; i < stride; ++i) {
      const left = i >= step ? out[row * stride + i - step] : 0;
      const up = row > 0 ? out[(row - 1) * stride + i] : 0;
      const corner = row > 0 && i >= step ? out[(row - 1) * stride + i - step] : 0;
      out[row * stride + i] = coded[row * (stride + 1) + 1 + i] + predict(filter, left, up, corner);
    }
  }
  return out;
}

function predict(filter, left, up, corner) {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const [a, b, c] = [
    Math.abs(up - corner),
    Math.abs(left - corner),
    Math.abs(left + up - 2 * corner),
  ];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/// How many colours (of 16 levels per channel) there are, and the share of the commonest.
export function colourStatistics({ pixels }) {
  const counts = new Map();
  for (let i = 0; i < pixels.length; i += 3) {
    const key = ((pixels[i] >> 4) << 8) | ((pixels[i + 1] >> 4) << 4) | (pixels[i + 2] >> 4);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return { colours: counts.size, commonest: Math.max(...counts.values()) / (pixels.length / 3) };
}

/// How many pixels of two pictures of one size are plainly different.
export function differingPixels(a, b) {
  if (a.width !== b.width || a.height !== b.height) throw new Error("pictures of two sizes");
  let count = 0;
  for (let i = 0; i < a.pixels.length; i += 3) {
    const distance =
      Math.abs(a.pixels[i] - b.pixels[i]) +
      Math.abs(a.pixels[i + 1] - b.pixels[i + 1]) +
      Math.abs(a.pixels[i + 2] - b.pixels[i + 2]);
    if (distance > 40) ++count;
  }
  return count;
}
