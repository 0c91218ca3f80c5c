// Round numbers along an axis.

/// Multiples of 1, 2 or 5 times a power of ten inside [min, max], about `count` of them.
export function linearTicks(min: number, max: number, count: number): number[] {
  const raw = (max - min) / Math.max(1, count);
  if (!(raw > 0) || !Number.isFinite(raw)) return [min];
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= raw * 0.999) ?? 10);
  const ticks: number[] = [];
  for (let k = Math.ceil(min / step - 1e-9); k <= Math.floor(max / step + 1e-9); ++k)
    ticks.push(k === 0 ? 0 : Number((k * step).toPrecision(12)));
  return ticks;
}

/// Powers of ten inside [min, max], thinned to about `count`.
export function logTicks(min: number, max: number, count: number): number[] {
  const first = Math.ceil(Math.log10(min) - 1e-9);
  const last = Math.floor(Math.log10(max) + 1e-9);
  const stride = Math.max(1, Math.ceil((last - first + 1) / count));
  const ticks: number[] = [];
  for (let k = first; k <= last; k += stride) ticks.push(10 ** k);
  return ticks.length > 1 ? ticks : [min, max];
}

/// Labels that tell the ticks apart, in one style for all.
export function tickLabels(ticks: number[]): string[] {
  const size = Math.max(...ticks.map(Math.abs));
  const step = ticks.length > 1 ? Math.abs(ticks[1] - ticks[0]) : size;
  if (size === 0) return ticks.map(() => "0");
  if (size >= 1e6 || size < 1e-3) {
    const digits = Math.max(
      0,
      Math.floor(Math.log10(size) + 1e-9) - Math.floor(Math.log10(step) + 1e-9),
    );
    return ticks.map((tick) =>
      tick === 0
        ? "0"
        : tick.toExponential(Math.min(digits, 8)).replace("e+", "e").replaceAll("-", "\u2212"),
    );
  }
  const decimals = Math.min(12, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  return ticks.map((tick) => tick.toFixed(decimals).replace("-", "\u2212"));
}

export function logLabels(ticks: number[]): string[] {
  return ticks.map((tick) => {
    const text = tick.toExponential(Number.isInteger(Math.log10(tick)) ? 0 : 1);
    return text.replace("e+", "e").replaceAll("-", "\u2212").replace(/e0$/, "");
  });
}

/// [min, max] with a little air; a flat line gets room on both sides.
export function padded(min: number, max: number): [number, number] {
  if (!(max >= min)) return [-1, 1];
  const size = Math.max(Math.abs(min), Math.abs(max));
  // noise at the end of the digits is a flat line
  if (max - min <= 1e-12 * size) return size > 0 ? [min - 0.1 * size, max + 0.1 * size] : [-1, 1];
  const air = 0.06 * (max - min);
  return [min - air, max + air];
}
