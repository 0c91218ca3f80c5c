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
it walks {at_once:.1f} mm: not met.

Foot shapes (Fig. 11): third cycle, front / back foot [mm], lengths of the feet as parts of an inner edge:

{feet}
Best {best:.1f} mm, worst {worst:.1f} mm, a ratio of **{ratio:.1f}**; the paper has "up to 3.4" (26.7 / 27.0 against 6.9 / 8.9 mm).

Sensitivities (Fig. 14):

{factors}
From × 0.75 to × 1.05 the way goes from {low:.1f} to {high:.1f} mm; the paper finds that it rises with friction, and leaves out what is above × 1.05, where its
simulations chatter. In all of these runs together {lost} steps were left with unresolved contacts. Stiffness × 1.2
gives {stiff:+.0f} %; the paper's +48 % is **not met**, in no configuration that was tried.

Refining the strips does not converge: nodes are feet, and more nodes make another foot.
"""


def nets_page(program, runs, figures, folders):
    found = maps(program, runs)
    walked = figures(folders['caterpillar'])
    return TEXT.format(front2=1e3 * (walked['front_after_3'] - walked['front_after_2']), feet=found['feet'],
                       factors=found['factors'], best=found['best'], worst=found['worst'],
                       ratio=found['best'] / found['worst'],
                       at_once=found['at_once'], lost=found['lost'], low=found['friction'][0],
                       high=found['friction'][6],
                       stiff=100 * (found['stiffness'][2] / found['stiffness'][1] - 1))
