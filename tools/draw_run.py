#!/usr/bin/python3
"""Draws a run as an SVG picture: poses of the robot from its frame probes, beside plots over time.
Usage: draw_run.py picture.json results_folder picture.svg

The picture file says what to draw (all fields but `parts` may be left out):
  title, caption   text
  view             [azimuth, elevation] in degrees of the direction from which one looks
  time             of the solid pose [s]; default the end
  ghosts           times of the pale poses [s]
  trail            probe whose path is drawn
  parts            list of {"through": [places], "width": mm or [base, tip], "color": "#rrggbb",
                   "kind": "rod" (smooth, default) or "bar" (straight)}; a place is the name of a
                   frame probe or [x, y, z] in the world
  plots            list of {"title": text, "columns": {name: label}}
"""
import csv
import json
import sys
from pathlib import Path

import numpy as np

WIDTH, HEIGHT, PICTURE, MARGIN = 920, 560, 440, 24
INK, PALE, GRID = '#23303b', '#6b7a87', '#e3e8ec'
LINES = ('#0b7a75', '#d1642f', '#5b5fc7', '#a0781c')


class Series:
    """The columns of a series.csv by name, without units; units apart."""

    def __init__(self, folder):
        with open(folder / 'series.csv', newline='') as file:
            rows = csv.reader(file)
            head = [cell.rpartition(' [') for cell in next(rows)]
            data = np.array([[float(cell) for cell in row] for row in rows])
        self.units = {name: unit.rstrip(']') for name, _, unit in head}
        self.columns = {name: data[:, i] for i, (name, _, _) in enumerate(head)}
        self.axis = head[0][0]
        self.t = data[:, 0]

    def column(self, name):
        if name not in self.columns:
            sys.exit(f"draw_run: error: no column '{name}' in series.csv")
        return self.columns[name]

    def place(self, place, t):
        """A frame probe at time t, or a fixed place."""
        if not isinstance(place, str):
            return np.array(place, dtype=float)
        return np.array([np.interp(t, self.t, self.column(f'{place}.{axis}')) for axis in 'xyz'])


def spline(points, count):
    """Natural cubic spline through the points, by chord length."""
    s = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    n, h = len(s), np.diff(s)
    A, b = np.eye(n), np.zeros_like(points)
    for i in range(1, n - 1):
        A[i, i - 1:i + 2] = h[i - 1], 2 * (h[i - 1] + h[i]), h[i]
        b[i] = 6 * ((points[i + 1] - points[i]) / h[i] - (points[i] - points[i - 1]) / h[i - 1])
    m = np.linalg.solve(A, b)
    x = np.linspace(0, s[-1], count)
    k = np.clip(np.searchsorted(s, x) - 1, 0, n - 2)
    u, w, hk = (x - s[k])[:, None], (s[k + 1] - x)[:, None], h[k][:, None]
    return ((m[k] * w**3 + m[k + 1] * u**3) / (6 * hk) + (points[k] / hk - m[k] * hk / 6) * w
            + (points[k + 1] / hk - m[k + 1] * hk / 6) * u)


class Camera:
    """A parallel projection that fits what it is shown into a box of the page."""

    def __init__(self, view):
        a, e = np.radians(view)
        self.right = np.array([-np.sin(a), np.cos(a), 0])
        self.up = np.array([-np.sin(e) * np.cos(a), -np.sin(e) * np.sin(a), np.cos(e)])
        self.scale, self.origin = 1, np.zeros(2)

    def flat(self, points):
        return np.stack([points @ self.right, points @ self.up], axis=-1)

    def fit(self, points, pad, box):
        flat = self.flat(points)
        low, high = flat.min(axis=0) - pad, flat.max(axis=0) + pad
        x0, y0, x1, y1 = box
        self.scale = min((x1 - x0) / (high - low)[0], (y1 - y0) / (high - low)[1])
        middle = (low + high) / 2
        self.origin = np.array([(x0 + x1) / 2 - self.scale * middle[0],
                                (y0 + y1) / 2 + self.scale * middle[1]])

    def page(self, points):
        return self.origin + self.flat(points) * self.scale * np.array([1, -1])


def path_data(points, closed=False):
    return 'M' + 'L'.join(f'{x:.1f} {y:.1f}' for x, y in points) + ('Z' if closed else '')


def text(x, y, words, size=13, color=INK, anchor='start', weight='normal'):
    words = words.replace('&', '&amp;').replace('<', '&lt;')
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{color}" '
            f'text-anchor="{anchor}" font-weight="{weight}">{words}</text>')


def centre_line(part, series, t):
    points = np.array([series.place(place, t) for place in part['through']])
    smooth = part.get('kind', 'rod') == 'rod' and len(points) > 2
    return spline(points, 60) if smooth else points


def draw_part(part, series, t, camera, ghost):
    line = camera.page(centre_line(part, series, t))
    color = part.get('color', LINES[0])
    base, tip = np.broadcast_to(np.array(part.get('width', 10), dtype=float), 2) / 1000
    radius = np.linspace(base, tip, len(line)) / 2 * camera.scale
    along = np.gradient(line, axis=0)
    normal = np.stack([-along[:, 1], along[:, 0]], axis=1)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-12
    sides = radius[:, None] * normal
    # the outline goes down one side, round the tip, and back; a bar has square ends
    turn = np.linspace(0, np.pi, 12)[1:-1] if part.get('kind', 'rod') == 'rod' else []
    tangent = along[-1] / (np.linalg.norm(along[-1]) + 1e-12)
    cap = [line[-1] + radius[-1] * (np.cos(a) * normal[-1] + np.sin(a) * tangent) for a in turn]
    outline = path_data([*(line + sides), *cap, *(line - sides)[::-1]], closed=True)
    if ghost:
        return [f'<path d="{outline}" fill="{color}" fill-opacity="0.13" stroke="{color}" '
                f'stroke-opacity="0.45" stroke-width="0.8"/>']
    drawn = [f'<path d="{outline}" fill="{color}" stroke="{INK}" stroke-width="1"/>']
    if part.get('kind', 'rod') == 'rod':
        light = (line - 0.45 * sides)[2:-2]
        drawn.append(f'<path d="{path_data(light)}" fill="none" stroke="#fff" stroke-opacity="0.4" '
                     f'stroke-width="{0.35 * radius.mean():.1f}" stroke-linecap="round"/>')
    return drawn


def scale_bar(camera, x, y):
    length = max(size for size in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50)
                 if size * camera.scale < 120)
    label = f'{length:g} m' if length >= 1 else f'{100 * length:g} cm'
    end = x + length * camera.scale
    return [f'<path d="M{x} {y - 4}V{y + 4}M{x} {y}H{end:.1f}M{end:.1f} {y - 4}V{y + 4}" '
            f'stroke="{PALE}" fill="none"/>', text((x + end) / 2, y - 8, label, 12, PALE, 'middle')]


def triad(camera, x, y):
    drawn = []
    for axis, name in zip(np.eye(3), 'xyz'):
        d = camera.flat(axis) * np.array([1, -1]) * 26
        if np.linalg.norm(d) < 6:
            continue
        drawn += [f'<path d="M{x} {y}l{d[0]:.1f} {d[1]:.1f}" stroke="{PALE}" stroke-width="1.4"/>',
                  text(x + 1.4 * d[0], y + 1.4 * d[1] + 4, name, 12, PALE, 'middle')]
    return drawn


def draw_robot(spec, series):
    now = spec.get('time', series.t[-1])
    times = [*spec.get('ghosts', []), now]
    parts = spec['parts']
    shown = np.concatenate([centre_line(part, series, t) for part in parts for t in times])
    pad = max(np.max(part.get('width', 10)) for part in parts) / 2000
    camera = Camera(spec.get('view', [-90, 0]))
    camera.fit(shown, pad, (MARGIN, 74, PICTURE - MARGIN, HEIGHT - 62))
    drawn = []
    for t in times[:-1]:
        for part in parts:
            drawn += draw_part(part, series, t, camera, ghost=True)
    if 'trail' in spec:
        until = series.t[series.t <= now]
        path = camera.page(np.array([series.place(spec['trail'], t) for t in until]))
        drawn.append(f'<path d="{path_data(path)}" fill="none" stroke="{LINES[1]}" '
                     'stroke-width="1.3" stroke-opacity="0.8"/>')
    for part in parts:
        drawn += draw_part(part, series, now, camera, ghost=False)
    return drawn + scale_bar(camera, PICTURE - 150, HEIGHT - 30) + triad(camera, 44, HEIGHT - 34)


def ticks(low, high, count=4):
    step = 10 ** np.floor(np.log10((high - low) / count))
    step *= min((m for m in (1, 2, 5, 10) if (high - low) / (m * step) <= count + 0.5), default=10)
    return np.arange(np.ceil(low / step - 1e-9), np.floor(high / step + 1e-9) + 1) * step + 0.0


def draw_plot(plot, series, box, last, now):
    x0, y0, x1, y1 = box
    names = list(plot['columns'])
    values = [series.column(name) for name in names]
    low, high = min(v.min() for v in values), max(v.max() for v in values)
    room = 0.08 * (high - low or 1)
    low, high = low - room, high + room
    t0, t1 = series.t[0], series.t[-1]
    fx = lambda t: x0 + (x1 - x0) * (t - t0) / (t1 - t0)
    fy = lambda v: y1 - (y1 - y0) * (v - low) / (high - low)
    unit = series.units[names[0]]
    drawn = [text(x0, y0 - 10, f"{plot['title']} [{unit}]", 13, INK, weight='600')]
    for v in ticks(low, high):
        drawn += [f'<path d="M{x0} {fy(v):.1f}H{x1}" stroke="{GRID}"/>',
                  text(x0 - 8, fy(v) + 4, f'{v:.6g}'.replace('-', '−'), 11, PALE, 'end')]
    for t in ticks(t0, t1, 5):
        drawn.append(f'<path d="M{fx(t):.1f} {y1}v4" stroke="{PALE}"/>')
        if last:
            drawn.append(text(fx(t), y1 + 18, f'{t:g}', 11, PALE, 'middle'))
    drawn.append(f'<path d="M{x0} {y1}H{x1}" stroke="{PALE}"/>')
    if now < t1:
        drawn.append(f'<path d="M{fx(now):.1f} {y0}V{y1}" stroke="{INK}" stroke-dasharray="2 3"/>')
    right = x1
    for i, (name, v) in reversed(list(enumerate(zip(names, values)))):
        color, label = LINES[i % len(LINES)], plot['columns'][name]
        thin = max(1, len(v) // 500)
        curve = np.stack([fx(series.t), fy(v)], axis=1)[::thin]
        drawn += [f'<path d="{path_data(curve)}" fill="none" stroke="{color}" stroke-width="1.6"/>',
                  text(right, y0 - 10, label, 12, color, 'end')]
        right -= 7.2 * len(label) + 16
    if last:
        drawn.append(text(x1, y1 + 36, f'{series.axis} [{series.units[series.axis]}]', 12, PALE, 'end'))
    return drawn


def picture(spec, series):
    drawn = [f'<rect width="{WIDTH}" height="{HEIGHT}" rx="10" fill="#fbfcfd"/>',
             text(MARGIN, 36, spec.get('title', ''), 18, INK, weight='600'),
             text(MARGIN, 56, spec.get('caption', ''), 12.5, PALE)]
    drawn += draw_robot(spec, series)
    plots = spec.get('plots', [])
    tall = (HEIGHT - 84 - 64) / max(1, len(plots))
    for i, plot in enumerate(plots):
        top = 100 + i * tall
        box = (PICTURE + 66, top, WIDTH - 30, top + tall - 44)
        drawn += draw_plot(plot, series, box, i == len(plots) - 1, spec.get('time', series.t[-1]))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}" font-family="Helvetica, Arial, sans-serif">\n'
            + '\n'.join(drawn) + '\n</svg>\n')


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    spec = json.loads(Path(sys.argv[1]).read_text())
    Path(sys.argv[3]).write_text(picture(spec, Series(Path(sys.argv[2]))))


if __name__ == '__main__':
    main()
