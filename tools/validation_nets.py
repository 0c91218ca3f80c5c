"""The part of docs/validation.md about nets: sweeps of the caterpillar, and which of the figures that [Goldberg19] prints are
met."""
from caterpillar_maps import maps

TEXT = """
## Nets and the caterpillar

**Elastica.** A clamp of two held nodes sits half an edge before the second one: the error is of first order in the edges. With the bend at that node halved
it is of second order (measured 1.88 to 2.08 over tip loads up to PL²/EI = 10 and the heavy elastica, tests `NetStatics`).

**The actuator** ([Goldberg19] Fig. 8) agrees with an independent program to the digits of its file: 14.1 Hz, overshoot 15.4 1/m. Implicit Euler at 1 ms damps
much of it: 19.6 1/m at 0.1 ms. (7.1) with the signs of Table 1 would curl the strip tighter; the text and the figures want it to straighten.

**The caterpillar** (Fig. 9, 10) walks {front2:.2f} mm per cycle at steps of 1 ms; the paper's best simulation has 26.7 (front) and 27.0 mm (back). This is
**met by calibration**: the paper steps the curvature at the pulse, and we let it rise over 30 ms, the one fitted input. With steps, as printed,
it walks 18.9 mm: not met.

Foot shapes (Fig. 11): third cycle, front / back foot [mm], lengths of the feet as parts of an inner edge:

{feet}
Best {best:.1f} mm, worst {worst:.1f} mm, a ratio of **{ratio:.1f}**; the paper has "up to 3.4" (26.7 / 27.0 against 6.9 / 8.9 mm). Long front feet are bad in both.

Sensitivities (Fig. 14):

{factors}
The way rises with friction, as in the paper (a dent at × 0.85), and all runs end with every contact resolved, also above × 1.05 where the paper's chatter. Stiffness × 1.2
gives {stiff:+.0f} %; the paper's +48 % is **not met**, in no configuration that was tried: the gain of a stiffer strip depends on the rise.

Refining the strips does not converge: nodes are feet, and more nodes make another foot.
"""


def nets_page(program, runs, figures, folders):
    found = maps(program, runs)
    walked = figures(folders['caterpillar'])
    return TEXT.format(front2=1e3 * (walked['front_after_3'] - walked['front_after_2']), feet=found['feet'],
                       factors=found['factors'], best=found['best'], worst=found['worst'],
                       ratio=found['best'] / found['worst'],
                       stiff=100 * (found['stiffness'][2] / found['stiffness'][1] - 1))
