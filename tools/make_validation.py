#!/usr/bin/python3
"""Runs all models and studies, and a few variants, and writes docs/validation.md with docs/images/follower_force.svg.
Usage: make_validation.py cuttle_program folder_for_the_runs. Exit 1 if an expectation failed."""
import csv
import sys
from pathlib import Path

import numpy as np

from svg_plot import GRID, INK, LINES, PALE, Series, path_data, text, ticks
from validation_nets import nets_page
from validation_runs import ROOT, expectation_table, figures, run, run_studies, titles
from validation_shells import shells_page
from validation_studies import studies_page

REFERENCE = ROOT / 'models/data/mathew22/follower_tip.csv'

INTRO = """# Validation

Written by `make validation`; do not edit. Every model in `models/` carries figures that it must reproduce, with the
source of each number; they are compared here. The error is the difference between value and reference, in the unit of
the figure. A figure with reference 0 and "deviation" in the model file is the largest distance from a whole curve.

The sources, from the strongest to the weakest: a closed form or a conservation law; another method (shooting on the
differential equation, a frequency equation); another program with the same strain basis and quadrature, which must then
agree to the number of digits in its file.

"""

DISCUSSION = """
## Where we differ from the papers, and why

**The follower force** ([Mathew22], test 1). The paper gives the beam a curvature of order 4 and finds agreement with a
finite-element solution by comparing plots. With that basis our tip agrees with an independent program to
{order4_same:.0e} m, but both are up to **{order4:.2f} m** away from the true elastica ({order4_x:.2f} m in x,
{order4_z:.2f} m in z; the beam is 100 m long) at loads above 100 kN, where the beam winds up: five numbers cannot
represent its curvature. Higher orders can:

| Legendre order, Gauss points | largest distance of the tip from the elastica |
|---|---:|
| 4, 15 | {order4:.3f} m |
| 8, 19 | {order8:.4f} m |
| 12, 60 | {order12:.5f} m |

![the path of the tip](images/follower_force.svg)

A model that reproduces a paper is therefore not necessarily correct. The file keeps the paper's order and says so;
change `bodies.beam.rod.strain.bend_y` to see the difference.

**The L-beam** ([Mathew22], test 2). The paper prints a deflection of 12.98 cm. With the same basis the authors' toolbox
gives 12.074 cm, and so do we; higher orders give 12.075 cm. The deflection is the total displacement of the corner; its
downward component is 11.965 cm. We report the difference without tuning anything.

**The eleven-link arm** ([Mathew22], case 1). The paper calls its dimensions arbitrary and prints none; ours are those
of a table-top arm, with the same links, joints, loops and the same 39 degrees of freedom. What can be checked is
checked: loops stay closed, and moving the arm or rotating it about the vertical does not change its shape.

**The first frequency of the stiff rod.** The exact frequency equation of a Timoshenko beam with rotary inertia
[Timoshenko21] gives 22.2987 Hz for this rod (shear factor 27/28). The literature figure for it is 22.297 Hz, 0.008 %
lower. `rod_modes` is held to the exact value; `stiff_rod`, which counts swings of finite amplitude in finite time
steps, to 0.2 % of the literature figure. Ours: {mode1:.6f} Hz from the modes, {f1:.4f} Hz from the swing.

**The circle of the cable-driven arm** ([Mathew22], control, case 1). The printed circle, 0.22 m about x = 0.96 m with a
tip angle of 35.96 degrees, is rounded. Cable 4 alone with 2 N bends the arm to a tip angle of 35.96 degrees, to all
printed digits, with the tip at x = 0.957353 m and 0.216204 m from the axis: this pose, rotated about x, gives the
circle, and `models/cable_manipulator.yaml` uses these numbers. With the rounded ones the pose cannot be held by cables
that only pull, and errors of 4 mm and 0.3 degrees remain. The same 2 N confirms that Young's modulus is 1 MPa, not the
printed 10 MPa. Table 1 prints the z of cable 6 with the sign of cable 5; then two cables would pull the same way, and
the six would not be independent, contrary to the text; we use the opposite sign. Even so, six independent cables that
only pull cannot hold every pose of a full circle exactly (opposite poses need opposite tensions): the taper of cable 6
leaves 0.6 mm. Gains are not printed; we chose ours, and the small damping.

**The tip of the undamped cantilever** ([Mathew22], test 4) is poorly suited to comparison. Without damping all modes
ring for ever, and small differences in the model grow into phase errors: with 12 instead of 15 Gauss points the tip
differs by up to {undamped12:.1e} m within 5 s, although the energy is constant to {drift:.0e} of itself; with damping
the difference is {damped12:.1e} m. With the same basis and quadrature two programs agree in both cases
({undamped15:.0e} m, {damped15:.0e} m), and that is what the files require. Energy is the better measure: the exact
value of its drift is known, zero.
"""


def elastica():
    with open(REFERENCE, newline='') as file:
        rows = list(csv.DictReader(file))
    return np.array([[float(row['x_elastica_m']), float(row['z_elastica_m'])] for row in rows])


def tip(folder):
    series = Series(folder)
    return np.stack([series.column('tip.x'), series.column('tip.z')], axis=1)


def distance(folder):
    return np.linalg.norm(tip(folder) - elastica(), axis=1).max()


def follower_plot(order4, order12):
    """Path of the tip in the plane: elastica, order 4 and order 12."""
    size, box = (640, 470), (62, 62, 620, 420)
    x0, y0, x1, y1 = box
    # the same scale both ways
    low, high = np.array([-25.0, -60.0]), np.array([110.0, 90.0])
    scale = min((x1 - x0) / (high - low)[0], (y1 - y0) / (high - low)[1])
    place = lambda p: np.array([x0, y1]) + (p - low) * scale * np.array([1, -1])
    right, top = x0 + (high - low)[0] * scale, y1 - (high - low)[1] * scale
    drawn = [f'<rect width="{size[0]}" height="{size[1]}" rx="10" fill="#fbfcfd"/>',
             text(24, 34, 'Follower force of 0 to 130 kN: path of the tip', 16, INK, weight='600')]
    for x in ticks(low[0], high[0], 6):
        px = place(np.array([x, low[1]]))
        drawn += [f'<path d="M{px[0]:.1f} {y1}V{top:.1f}" stroke="{GRID}"/>',
                  text(px[0], y1 + 18, f'{x:g}'.replace('-', '−'), 11, PALE, 'middle')]
    for z in ticks(low[1], high[1], 6):
        pz = place(np.array([low[0], z]))
        drawn += [f'<path d="M{x0} {pz[1]:.1f}H{right:.1f}" stroke="{GRID}"/>',
                  text(x0 - 8, pz[1] + 4, f'{z:g}'.replace('-', '−'), 11, PALE, 'end')]
    drawn += [text(right, y1 + 36, 'x [m]', 12, PALE, 'end'), text(x0 - 36, top - 8, 'z [m]', 12, PALE)]
    truth = [place(p) for p in elastica()]
    drawn.append(f'<path d="{path_data(truth)}" fill="none" stroke="{PALE}" stroke-width="5" '
                 'stroke-opacity="0.45"/>')
    for points, color in ((order4, LINES[1]), (order12, LINES[0])):
        drawn.append(f'<path d="{path_data([place(p) for p in points])}" fill="none" '
                     f'stroke="{color}" stroke-width="1.5"/>')
    drawn += closeup(order4, order12, (right + 26, top, 190))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" '
            f'width="{size[0]}" height="{size[1]}" font-family="Helvetica, Arial, sans-serif">\n'
            + '\n'.join(drawn) + '\n</svg>\n')


def closeup(order4, order12, frame):
    """The last ten loads, enlarged, and the legend below."""
    left, top, width = frame
    last = [curve[-11:] for curve in (elastica(), order4, order12)]
    middle = np.concatenate(last).mean(axis=0)
    reach = np.abs(np.concatenate(last) - middle).max() * 1.1
    place = lambda p: (p - middle) / reach * width / 2 * np.array([1, -1]) + [left + width / 2,
                                                                           top + width / 2]
    drawn = [f'<rect x="{left:.1f}" y="{top:.1f}" width="{width}" height="{width}" fill="#fff" '
             f'stroke="{GRID}"/>', text(left, top - 8, f'120 to 130 kN, {2 * reach:.0f} m wide', 12, PALE)]
    styles = ((PALE, 5, 'elastica, by shooting'), (LINES[1], 1.5, 'order 4, as in the paper'),
              (LINES[0], 1.5, 'order 12'))
    for i, (curve, (color, thick, label)) in enumerate(zip(last, styles)):
        drawn.append(f'<path d="{path_data([place(p) for p in curve])}" fill="none" stroke="{color}" '
                     f'stroke-width="{thick}" stroke-opacity="{0.45 if i == 0 else 1}"/>')
        drawn += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="{color}"/>'
                  for x, y in [place(p) for p in curve] if i > 0]
        y = top + width + 30 + 22 * i
        drawn += [f'<path d="M{left:.1f} {y - 4}h24" stroke="{color}" stroke-width="{thick}" '
                  f'stroke-opacity="{0.45 if i == 0 else 1}"/>', text(left + 32, y, label, 12.5)]
    return drawn


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, runs = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    folders = {name: run(program, name, runs / name) for name in titles('models')}
    studies = run_studies(program, runs)
    beam = 'bodies.beam.rod.'
    order8 = run(program, 'follower_force', runs / 'follower_order8',
                 beam + 'strain.bend_y=8', beam + 'quadrature=19')
    order12 = run(program, 'follower_force', runs / 'follower_order12',
                  beam + 'strain.bend_y=12', beam + 'quadrature=60')
    coarse = 'bodies.rod.rod.quadrature=12'
    undamped = run(program, 'energy_cantilever', runs / 'undamped12', coarse)
    damped = run(program, 'energy_cantilever_damped', runs / 'damped12', coarse)

    table, failed = expectation_table('model', folders)
    worst = lambda folder: max(figures(folder)[name] for name in ('tip_x', 'tip_y', 'tip_z'))
    follower = figures(folders['follower_force'])
    order4 = distance(folders['follower_force'])
    apart = np.abs(tip(folders['follower_force']) - elastica()).max(axis=0)
    page = INTRO + table + DISCUSSION.format(
        order4_same=max(follower['x_deviation'], follower['z_deviation']), order4=order4,
        order4_x=apart[0], order4_z=apart[1], order8=distance(order8), order12=distance(order12),
        mode1=figures(folders['rod_modes'])['mode1.frequency'],
        f1=figures(folders['stiff_rod'])['f1'], undamped12=worst(undamped), damped12=worst(damped),
        drift=figures(undamped)['drift'], undamped15=worst(folders['energy_cantilever']),
        damped15=worst(folders['energy_cantilever_damped']))
    run_variant = lambda model, name, *settings: run(program, model, runs / name, *settings)
    page += shells_page(run_variant, studies)
    page += nets_page(run_variant, studies, folders['caterpillar'])
    study_text, failed_in_studies = studies_page(run_variant, studies)
    page += study_text
    failed += failed_in_studies
    (ROOT / 'docs/validation.md').write_text(page)
    (ROOT / 'docs/images/follower_force.svg').write_text(
        follower_plot(tip(folders['follower_force']), tip(order12)))
    print(f'validation: {len(folders)} models, {len(studies)} studies, {failed} expectations failed; '
          'wrote docs/validation.md')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
