// Numbers and units as people read them.

/// A number with at most `digits` significant digits; a dash when there is none.
export function number(value: number | null | undefined, digits = 5): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  // zeros at the end say nothing
  if (size >= 1e-3 && size < 1e6) return minus(String(Number(value.toPrecision(digits))));
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
  return minus(`${Number(mantissa)}e${exponent.replace("+", "")}`);
}

function minus(text: string): string {
  return text.replaceAll("-", "\u2212");
}

/// A unit, empty for pure numbers.
export function unitText(unit: string): string {
  return unit === "-" || unit === "" ? "" : unit.replaceAll("^2", "²").replaceAll("^3", "³");
}

export function quantity(value: number | null | undefined, unit: string, digits = 5): string {
  const shown = unitText(unit);
  const text = number(value, digits);
  return shown && text !== "–" ? `${text}\u202f${shown}` : text;
}

/// "t [s]"; only "load" where there is no unit.
export function labelled(name: string, unit: string): string {
  const shown = unitText(unit);
  return shown ? `${name} [${shown}]` : name;
}

const leastNormal32 = 1.1754943508222875e-38;

/// The shortest text that names this 32-bit number and no other: for files.
export function exact32(value: number): string {
  if (!Number.isFinite(value)) return "nan";
  // zeros at the end go away; the smallest numbers have fewer digits
  for (let digits = Math.abs(value) < leastNormal32 ? 1 : 6; digits < 9; ++digits) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(Number(value.toPrecision(9)));
}

/// The same of a 64-bit number.
export function exact64(value: number): string {
  return Number.isFinite(value) ? String(value) : "nan";
}

/// "3rd"
export function ordinal(count: number): string {
  const teen = Math.floor(count / 10) % 10 === 1;
  return `${count}${(teen ? "" : ["", "st", "nd", "rd"][count % 10]) || "th"}`;
}

/// A mode that nothing drives back: neither swings nor grows.
export function isRigidMotion(frequency: number, growth: number): boolean {
  return frequency === 0 && !growth;
}

/// How many decimals tell neighbours of a list apart.
export function decimalsFor(values: ArrayLike<number>): number {
  if (values.length < 2) return 3;
  const step = Math.abs(values[values.length - 1] - values[0]) / (values.length - 1);
  return step > 0 ? Math.min(8, Math.max(0, 1 - Math.floor(Math.log10(step)))) : 3;
}

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
