"""Runs of models and studies for docs/validation.md, and how their results are read."""
import csv
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def summary(folder):
    return json.loads((folder / 'summary.json').read_text())


def figures(folder):
    return {name: figure['value'] for name, figure in summary(folder)['figures'].items()}


def table(folder):
    """Rows of the table.csv of a study: numbers by the names of the columns, without units; NaN where a run failed."""
    number = lambda cell: float(cell) if cell else float('nan')
    with open(folder / 'table.csv', newline='') as file:
        rows = csv.reader(file)
        names = [cell.rpartition(' [')[0] or cell for cell in next(rows)]
        return [{name: cell if name in ('status', 'warnings') else number(cell) for name, cell in zip(names, row)} for row in rows]


def markdown_row(name, cells):
    return f'| {name} | ' + ' | '.join(cells) + ' |\n'


def markdown_head(name, cells):
    """The head of a table with a column of names and columns of numbers."""
    return markdown_row(name, cells) + '|---|' + '---:|' * len(cells) + '\n'


def execute(program, command, file, folder, *options):
    """A failed expectation (1) is no reason to stop, anything else is."""
    done = subprocess.run([program, command, file, '-o', folder, '--quiet', *options], cwd=ROOT, capture_output=True,
                          text=True)
    if done.returncode not in (0, 1):
        sys.exit(f'make_validation: {file} ended with {done.returncode}\n{done.stderr}')
    return folder


def run(program, model, folder, *settings):
    """Runs a model file with settings `path=value`."""
    options = [option for setting in settings for option in ('--set', setting)]
    return execute(program, 'run', f'models/{model}.yaml', folder, *options)


def titles(folder):
    """Titles of the files in models/ or studies/ by their names."""
    found = {}
    for path in sorted((ROOT / folder).glob('*.yaml')):
        title = re.search(r'^title: *(.*)$', path.read_text(), re.M)
        found[path.stem] = title[1].strip('"\'') if title else ''
    return found


def study_command(name):
    """sweep, optimize or fit: the part that the study has."""
    parts = re.findall(r'^(sweep|optimize|fit):', (ROOT / f'studies/{name}.yaml').read_text(), re.M)
    if len(parts) != 1:
        sys.exit(f'make_validation: studies/{name}.yaml needs one of the parts sweep, optimize and fit, has {parts}')
    return parts[0]


def run_studies(program, runs):
    """Runs every study once, from the beginning; folders by name."""
    folders = {}
    for name in titles('studies'):
        folder = runs / f'study_{name}'
        # a study would go on with the journal of an earlier program
        shutil.rmtree(folder, ignore_errors=True)
        folders[name] = execute(program, study_command(name), f'studies/{name}.yaml', folder)
    return folders


def shown(value):
    return 'none' if value is None else f'{value:.10g}'


def expectation_rows(name, found):
    for row in found['expect']:
        error = '' if row['value'] is None else f"{abs(row['value'] - row['reference']):.1e}"
        unit = found['figures'].get(row['figure'], {}).get('unit', '')
        unit = '' if unit == '-' else unit
        yield (f"| `{name}` | {row['figure']} | {shown(row['value'])} | {shown(row['reference'])} | "
               f"{unit} | {error} | {row['tolerance']:.1e} | {'pass' if row['pass'] else '**FAIL**'} | "
               f"{row['source'].replace('|', '/')} |\n")


def expectation_table(kind, folders):
    """Markdown of all expectations of models or studies, and how many failed."""
    text = (f'| {kind} | figure | value | reference | unit | error | tolerance | | source |\n'
            '|---|---|---:|---:|---|---:|---:|---|---|\n')
    failed = 0
    for name, folder in folders.items():
        found = summary(folder)
        text += ''.join(expectation_rows(name, found))
        failed += sum(not row['pass'] for row in found['expect'])
    return text, failed
