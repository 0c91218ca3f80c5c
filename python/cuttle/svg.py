"""Small helpers for plots in SVG: paths, texts, ticks of an axis."""
from __future__ import annotations

from typing import Iterable, Tuple

import numpy as np

INK, PALE, GRID = '#23303b', '#6b7a87', '#e3e8ec'
LINES = ('#0b7a75', '#d1642f', '#5b5fc7', '#a0781c')


def path_data(points: Iterable[Tuple[float, float]], closed: bool = False) -> str:
    """The attribute d of a path through points."""
    return 'M' + 'L'.join(f'{x:.1f} {y:.1f}' for x, y in points) + ('Z' if closed else '')


def text(x: float, y: float, words: str, size: int = 13, color: str = INK, anchor: str = 'start',
         weight: str = 'normal') -> str:
    """A text element."""
    words = words.replace('&', '&amp;').replace('<', '&lt;')
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{color}" '
            f'text-anchor="{anchor}" font-weight="{weight}">{words}</text>')


def ticks(low: float, high: float, count: int = 4) -> np.ndarray:
    """About `count` round numbers between low and high."""
    step = 10 ** np.floor(np.log10((high - low) / count))
    step *= min((m for m in (1, 2, 5, 10) if (high - low) / (m * step) <= count + 0.5), default=10)
    return np.arange(np.ceil(low / step - 1e-9), np.floor(high / step + 1e-9) + 1) * step + 0.0
