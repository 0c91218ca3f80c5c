"""The part of docs/validation.md about studies: all of them with what they must find, and a few words about those that search and
fit. Sweeps are discussed with their models."""
import re
from math import dist, hypot

from validation_runs import (ROOT, expectation_table, figures, markdown_row, study_command, summary,
                             table, titles)

TEXT = """
## Studies

Every study in `studies/` carries figures that it must find, as models do.

| study | command | what | runs of the model |
|---|---|---|---:|
{list}
{expectations}
**Cable design** ([Mathew22], "Design Optimization"). The path of one cable and its tension are to bring the middle and the tip of an arm to two places. The
paper's pattern search takes 2887 evaluations, meets the tip and misses the middle by "about 14 %". From the same start:

| | ours | paper |
|---|---:|---:|
| evaluations | {evaluations:.0f} | 2887 |
| runs of the model | {runs:.0f} | |
| tip missed by [mm] | {tip_error:.2f} | "matches perfectly" |
| middle missed by, of its distance from the base [%] | {mid_part:.1f} | about 14 |
| tension [N] | {tension:.1f} | 112.5 |

The first design with the cable inside of the arm, the tip within 1 mm and the middle within 14 % is that of evaluation {met}. The counts are not of the same thing: our
evaluations come with exact slopes, and we minimise a sum of squares of the two distances, each over that of its goal, as distances have a kink where they vanish.
The paper's start is stationary (without tension the path does not matter, and tension alone bends the arm to the wrong side): the search notices it and goes on beside it,
which is counted.{warning} The ranges are ours, as the paper prints none; at their bounds {at_bounds}. Other methods, tried by hand:

| | evaluations | tip missed by [mm] | middle [%] |
|---|---:|---:|---:|
| `slsqp` on the plain sum of squares, six starts | 60 to 84 each | 0.31 | 2.35, from all six |
| `cobyla` on the sum of distances (7), four starts | 797 to 1000 each | 0.01 | 17, another local minimum |
| `differential_evolution`, wider ranges | 2887 | 10 | 6 |

The printed Young's modulus of 10 MPa does not go with the printed design: it misses the tip by {hard_tip:.0f} mm. With 1 MPa it misses the tip by {soft_tip:.0f} mm, which the
rounding of the coefficients can explain (half a unit of the last digit in all of them moves the tip by up to 35 mm in x and 31 mm in y), and the middle by
{soft_mid:.1f} %, the paper's 14.

**Arms of the Quadropus** ([Renda18]; the paper does not search). How hard and when the arms should spread to get far in 2 s: {arm_distance:.1f} mm with {arm_moment:.1f} mN m, the
hardest allowed, and a front of {arm_duration:.2f} s from {arm_begin:.2f} s on. With the front of the model (5 mN m, 1 s from the beginning) it is {arm_start:.1f} mm, without
muscles in the arms {arm_passive:.1f} mm: arms hinder or help by their timing. {arm_evaluations:.0f} evaluations; the searches from the {arm_count} starts end in different
local optima ({arm_ends} mm), so a better one elsewhere is not ruled out. The way is rough by 0.4 mm where the front meets the fixed steps of
2.5 ms, and the energy books of the best run close to {arm_residual:.0e} only; with steps of 0.5 ms they close to 1e-3,
and the distance is 183.8 mm. By hand: differential evolution 183.8 mm, `bobyqa` 183.9 mm; with 20 mN m allowed 197 mm, but then the books close to 1.5 % only.

**Fits.** All data are synthetic, as the papers print none: values of a table with noise, made by `tools/make_study_data.py` with seed 1, by formulas that share nothing with
cuttle. The targets of `sma_fit` are an exception: the model itself made them. So these studies show that the fits find what
made the data, and not that the papers' values are right.

| study | parameter | fitted | standard error | truth | off by, in standard errors |
|---|---|---:|---:|---:|---:|
{fits}
- `thruster_fit` ([Nielsen16] (34), Table IV): two vehicles, noise for an expected R² of 0.992, the paper's; R² here {thruster_r2:.4f}.
- `hydrostatic_fit` ([Nielsen16] Table I): free decay of two tied modules, fitted through the model, with a gap in the data. The program warns of what a reader must
  know: {hydrostatic_warning}. Both drags are off together, which is one deviation and not two. Residuals {hydrostatic_rms:.4f}, noise 0.005.
- `sma_logistic` ([Goldberg19] (7.1), Table 1): 240 frames per second, in the sign that straightens. Residuals {logistic_rms:.2f} 1/m, noise 1.5 1/m.
- `sma_fit` ([Goldberg19] section 7): modulus and damping from frequency and overshoot through the net model. Two targets and two unknowns: an exact
  solution; the standard errors are those of 0.1 Hz and 0.3 1/m.

Do standard errors keep their word? Two of them should hold the truth in 95.4 % of all data sets. By hand, with the first seeds of `tools/make_study_data.py` and none left
out: `thruster_fit` 192 and 190 of 200 (linear, quadratic; expected 190.9 ± 2.9), `sma_logistic` 197, 191, 191 and 194 of 200 (rest, amplitude, t0, tau), `hydrostatic_fit`
through the model 97, 99 and 93 of 100 (linear, quadratic, center_z; expected 95.4 ± 2.1; `tools/fit_coverage.py`). The tests `FitCoverage` hold the curves to it with other seeds.
"""

# goals of models/cable_design.yaml [m]
MIDDLE, TIP = (0.35, -0.1, -0.1), (0.45, -0.1, -0.4)


def list_rows(folders):
    rows = ''
    for name, title in titles('studies').items():
        count = int(figures(folders[name]).get('runs', len(table(folders[name]))))
        rows += markdown_row(f'`{name}`', [f'`{study_command(name)}`', title, str(count) if count else 'none, a curve'])
    return rows


def fit_rows(folders):
    """Fitted parameters beside their truths: the expectations whose figure has a standard error."""
    rows = ''
    for name, folder in folders.items():
        found = figures(folder)
        for expected in summary(folder)['expect']:
            error = found.get(expected['figure'] + '.error')
            if error is not None:
                value, truth = expected['value'], expected['reference']
                rows += markdown_row(f'`{name}`', [expected['figure'], f'{value:.5g}', f'{error:.2g}', f'{truth:.7g}',
                                                  f'{round((value - truth) / error, 1) + 0:.1f}'])
    return rows


def misses(found):
    """Of a run of models/cable_design.yaml: tip [mm], middle [%]."""
    place = lambda name: [found[f'{name}_{axis}'] for axis in 'xyz']
    return 1e3 * dist(place('tip'), TIP), 100 * dist(place('mid'), MIDDLE) / hypot(*MIDDLE)


def at_bounds(study, found):
    """Names of the best parameters that are at an end of their range."""
    ranges = re.findall(r'name: (\w+), range: \[([^,]*), ([^]]*)\]', (ROOT / f'studies/{study}.yaml').read_text())
    names = [name for name, low, high in ranges if found[f'best.{name}'] in (float(low), float(high))]
    return ('are ' if len(names) > 1 else 'is ') + (', '.join(names) or 'none')


def cable_values(run, folder):
    found = figures(folder)
    good = lambda row: row['feasible'] and row['tip_error'] < 1e-3 and row['mid_part'] < 0.14
    # such as that the evaluations were used up
    warning = ''.join(f' The program says: {words}.' for words in summary(folder)['warnings'])
    soft_tip, soft_mid = misses(figures(run('cable_design', 'cable_design')))
    hard_tip, _ = misses(figures(run('cable_design', 'cable_design_hard', 'materials.silicone.young=10 MPa')))
    return {'evaluations': found['evaluations'], 'runs': found['runs'], 'tip_error': 1e3 * found['best.tip_error'],
            'mid_part': 100 * found['best.mid_part'], 'tension': found['best.tension'],
            'met': next((f"{row['evaluation']:.0f}" for row in table(folder) if good(row)), 'none'),
            'warning': warning, 'at_bounds': at_bounds('cable_design', found), 'hard_tip': hard_tip,
            'soft_tip': soft_tip, 'soft_mid': soft_mid}


def arm_values(run, folder):
    found, rows = figures(folder), table(folder)
    ends = [max(1e3 * row['distance_2s'] for row in rows if row['start'] == start)
            for start in sorted({row['start'] for row in rows})]
    passive = run('quadropus_active', 'quadropus_0', 'muscles.spread.strength=0')
    return {'arm_distance': 1e3 * found['best.distance_2s'], 'arm_moment': abs(1e3 * found['best.moment']),
            'arm_begin': found['best.begin'], 'arm_duration': found['best.duration'],
            'arm_start': 1e3 * rows[0]['distance_2s'], 'arm_passive': 1e3 * figures(passive)['distance_2s'],
            'arm_count': len(ends), 'arm_ends': ', '.join(f'{end:.1f}' for end in ends),
            'arm_evaluations': found['evaluations'], 'arm_residual': found['best.energy_residual']}


def studies_page(run, folders):
    """run(model, folder name, *settings) -> folder; folders of the studies by name. Text, and how many expectations failed."""
    expectations, failed = expectation_table('study', folders)
    hydrostatic = folders['hydrostatic_fit']
    text = TEXT.format(
        list=list_rows(folders), expectations=expectations, **cable_values(run, folders['cable_design']),
        **arm_values(run, folders['quadropus_arm']), fits=fit_rows(folders),
        thruster_r2=figures(folders['thruster_fit'])['r_squared'],
        hydrostatic_warning='; '.join(summary(hydrostatic)['warnings']) or 'nothing',
        hydrostatic_rms=figures(hydrostatic)['rms'], logistic_rms=figures(folders['sma_logistic'])['rms'])
    return text, failed
