#!/usr/bin/python3
"""Do the standard errors of a fit keep their word? Makes the data of studies/hydrostatic_fit.yaml with the seeds 1 .. N, fits
each, and counts how often the truth is within two standard errors (95.4 % of all, if they do).
Usage: fit_coverage.py cuttle_program [N = 100]"""
import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import make_study_data

ROOT = Path(__file__).resolve().parent.parent
TRUTH = {'linear': 0.67, 'quadratic': 3.8, 'center_z': -0.0114}  # [Nielsen16] Table I


def prepare(program, home, seed):
    """A function that fits the data of a seed: distances from the truth, in standard errors."""
    folder = home / str(seed)
    (folder / 'studies/data').mkdir(parents=True)
    (folder / 'models').symlink_to(ROOT / 'models')
    make_study_data.SEED = seed
    make_study_data.hydrostatic(folder / 'studies/data')
    study = folder / 'studies/hydrostatic_fit.yaml'
    study.write_text((ROOT / 'studies/hydrostatic_fit.yaml').read_text())

    def fit():
        done = subprocess.run([program, 'fit', study, '-o', folder / 'out', '--quiet', '-j', '1'],
                              capture_output=True, text=True)
        if done.returncode not in (0, 1):  # 1: the expectations are about seed 1
            sys.exit(f'fit_coverage: seed {seed} ended with {done.returncode}\n{done.stderr}')
        figures = json.loads((folder / 'out/summary.json').read_text())['figures']
        return {name: (figures[name]['value'] - truth) / figures[name + '.error']['value']
                for name, truth in TRUTH.items()}
    return fit


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    program, count = Path(sys.argv[1]).resolve(), int((sys.argv + ['100'])[2])
    with tempfile.TemporaryDirectory() as home, ThreadPoolExecutor(2) as pool:
        fits = [prepare(program, Path(home), seed) for seed in range(1, count + 1)]
        found = list(pool.map(lambda fit: fit(), fits))
    for name in TRUTH:
        inside = sum(abs(result[name]) < 2 for result in found)
        print(f'{name}: the truth is within two standard errors in {inside} of {count}')


if __name__ == '__main__':
    main()
