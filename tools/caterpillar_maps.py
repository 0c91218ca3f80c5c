#!/usr/bin/python3
"""How far models/caterpillar.yaml walks in its third cycle, by friction, stiffness and the shape of its feet ([Goldberg19]
Fig. 11 and 14). Usage: caterpillar_maps.py cuttle_program folder_for_the_runs. Prints tables in Markdown."""
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FEET = (0, 0.25, 0.5, 0.75, 1)
FRICTIONS = (0.75, 0.8, 0.85, 0.9, 0.95, 1, 1.05, 1.1, 1.15, 1.2, 1.25)
STIFFNESSES = (0.8, 1, 1.2)


def cycle(program, runs, **parameters):
    """Front and back [mm] in the third cycle, and the steps whose contact was not resolved."""
    name = '_'.join(f'{key}{value}' for key, value in parameters.items())
    folder = Path(runs) / f'caterpillar_{name}'
    command = [program, 'run', 'models/caterpillar.yaml', '-o', folder, '--quiet']
    for key, value in parameters.items():
        command += ['--set', f'parameters.{key}={value}']
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode not in (0, 1):  # 1: not the figures of the model file, of course
        sys.exit(f'caterpillar_maps: {name} ended with {done.returncode}\n{done.stderr}')
    figures = json.loads((folder / 'summary.json').read_text())['figures']
    way = lambda foot: 1e3 * (figures[f'{foot}_after_3']['value'] - figures[f'{foot}_after_2']['value'])
    return way('front'), way('back'), int(figures['unresolved_steps']['value'])


def row(name, results):
    return (f"| {name} | " + ' | '.join(f'{front:.1f} / {back:.1f}' + (f' ({lost} unresolved)' if lost else '')
                                        for front, back, lost in results) + ' |\n')


def maps(program, runs):
    """Tables, and the ratio of the best and the worst feet."""
    with ThreadPoolExecutor(2) as pool:
        run = lambda settings: pool.submit(cycle, program, runs, **settings)
        feet = {(ff, fb): run({'ff': ff, 'fb': fb}) for ff in FEET for fb in FEET}
        friction = [run({'friction': factor}) for factor in FRICTIONS]
        stiffness = [run({'stiffness': factor}) for factor in STIFFNESSES]
        at_once = run({'rise': 0})
        feet = {key: job.result() for key, job in feet.items()}
        friction = [job.result() for job in friction]
        stiffness = [job.result() for job in stiffness]
        at_once = at_once.result()
    table = '| front foot \\ back foot | ' + ' | '.join(map(str, FEET)) + ' |\n|---|' + '---:|' * len(FEET) + '\n'
    for ff in FEET:
        table += row(ff, [feet[ff, fb] for fb in FEET])
    lines = ''
    for name, factors, results in (('friction', FRICTIONS, friction), ('stiffness', STIFFNESSES, stiffness)):
        lines += (f'| {name} × | ' + ' | '.join(map(str, factors)) + ' |\n|---|' + '---:|' * len(factors) + '\n'
                  + row('mm', results) + '\n')
    means = [(front + back) / 2 for front, back, _ in feet.values()]
    lost = sum(r[2] for r in (*feet.values(), *friction, *stiffness, at_once))
    return {'feet': table, 'factors': lines, 'best': max(means), 'worst': min(means), 'lost': lost,
            'at_once': sum(at_once[:2]) / 2,
            'friction': [sum(r[:2]) / 2 for r in friction], 'stiffness': [sum(r[:2]) / 2 for r in stiffness]}


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    found = maps(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
    print(found['feet'], found['factors'], sep='\n')
    print(f"best {found['best']:.1f} mm, worst {found['worst']:.1f} mm: ratio {found['best'] / found['worst']:.1f} "
          "(the paper: 26.7 and 6.9 mm, up to 3.4)")


if __name__ == '__main__':
    main()
