"""Plots of recorded columns: one panel for each unit, as SVG."""
from __future__ import annotations

from pathlib import Path
from typing import Dict, List, Optional, Sequence, Union

import numpy as np

from ._core import Trajectory
from .svg import GRID, INK, LINES, PALE, path_data, text, ticks

WIDTH, PANEL, LEFT, RIGHT, TOP, GAP = 720, 220, 74, 150, 34, 26
MOST_POINTS = 2000  # of a line; more cannot be seen


class Plot:
    """A picture that a notebook shows; save() writes it to a file."""

    def __init__(self, svg: str):
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: Union[str, Path]) -> None:
        """Writes an SVG file."""
        Path(path).write_text(self.svg, encoding='utf-8')

    def __repr__(self) -> str:
        return f'<cuttle.Plot, {len(self.svg)} bytes of SVG; save(path) writes it>'


def _limits(values: Sequence[np.ndarray]) -> tuple[float, float]:
    finite = np.concatenate([x[np.isfinite(x)] for x in values] or [np.zeros(0)])
    if finite.size == 0:
        return 0.0, 1.0
    low, high = float(finite.min()), float(finite.max())
    room = 0.05 * (high - low) or 0.1 * abs(high) or 1.0
    return low - room, high + room


def _thinned(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    keep = np.isfinite(x) & np.isfinite(y)
    x, y = x[keep], y[keep]
    every = max(1, -(-x.size // MOST_POINTS))
    return x[::every], y[::every]


def _panel(top: float, t: np.ndarray, lines: Dict[str, np.ndarray], unit: str,
           axis: Optional[str]) -> List[str]:
    low, high = _limits(list(lines.values()))
    t0, t1 = (float(t[0]), float(t[-1])) if t.size > 1 and t[-1] > t[0] else (float(t[0]) - 0.5,
                                                                              float(t[0]) + 0.5)
    right, bottom = WIDTH - RIGHT, top + PANEL

    def px(x: np.ndarray) -> np.ndarray:
        return LEFT + (x - t0) / (t1 - t0) * (right - LEFT)

    def py(y: np.ndarray) -> np.ndarray:
        return bottom - (y - low) / (high - low) * PANEL

    parts = []
    for y in ticks(low, high):
        parts += [f'<path d="M{LEFT} {py(y):.1f}H{right}" stroke="{GRID}"/>',
                  text(LEFT - 8, py(y) + 4, f'{y:.4g}', 12, PALE, 'end')]
    for x in ticks(t0, t1, 6):
        parts.append(f'<path d="M{px(x):.1f} {top}V{bottom}" stroke="{GRID}"/>')
        if axis is not None:
            parts.append(text(px(x), bottom + 16, f'{x:.4g}', 12, PALE, 'middle'))
    parts.append(text(LEFT, top - 8, f'[{unit}]', 12, PALE))
    for i, (name, values) in enumerate(lines.items()):
        color = LINES[i % len(LINES)]
        x, y = _thinned(t, values)
        if x.size > 1:
            parts.append(f'<path d="{path_data(zip(px(x), py(y)))}" fill="none" stroke="{color}" '
                         'stroke-width="1.8"/>')
        for a, b in zip(px(x), py(y)) if x.size < 40 else ():
            parts.append(f'<circle cx="{a:.1f}" cy="{b:.1f}" r="2.5" fill="{color}"/>')
        parts.append(text(right + 10, top + 14 + 18 * i, name, 13, color))
    if axis is not None:
        parts.append(text(right, bottom + 32, axis, 12, PALE, 'end'))
    return parts


def plot(trajectory: Trajectory, columns: Union[None, str, Sequence[str]] = None,
         title: Optional[str] = None) -> Plot:
    """Draws columns over the axis of the record, with one panel for each unit.

    columns: names (default: those of the first probe). A notebook shows the result;
    `.save('plot.svg')` writes it."""
    if len(trajectory) == 0:
        raise ValueError('nothing was recorded')
    if columns is None:
        names = trajectory.columns[1:]
        columns = [c for c in names if c.split('.')[0] == names[0].split('.')[0]]
    names = [columns] if isinstance(columns, str) else list(columns)
    panels: Dict[str, Dict[str, np.ndarray]] = {}
    for name in names:
        values = trajectory[name]
        panels.setdefault(trajectory.unit(name), {})[name] = values
    if not panels:
        raise ValueError('columns: an empty list')
    parts = [text(LEFT, 18, title or trajectory.model.title or trajectory.model.name, 14, INK,
                  weight='bold')]
    top = TOP + 8.0
    axis = trajectory.axis
    axis_text = f'{axis} [{trajectory.unit(axis)}]'
    for i, (unit, lines) in enumerate(panels.items()):
        last = i == len(panels) - 1
        parts += _panel(top, trajectory.t, lines, unit, axis_text if last else None)
        top += PANEL + GAP
    height = top + 16
    return Plot(f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:.0f}" '
                f'viewBox="0 0 {WIDTH} {height:.0f}" font-family="sans-serif">'
                f'<rect width="{WIDTH}" height="{height:.0f}" fill="white"/>'
                + ''.join(parts) + '</svg>')
