"""Runs for the validation page: tables are read with their gaps, failures are counted, studies start afresh."""
import json
import math
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'tools'))
import validation_runs  # noqa: E402

# a program that fails when its folder exists, ends with the number in the study file, and notes how it was called
PROGRAM = """#!/bin/sh
mkdir "$4" || exit 9
echo "$1 $2" > "$4/call"
exit $(sed -n 's/^# exit //p' "$2")
"""


def expectation(**changes):
    return {'figure': 'way', 'value': 2.5, 'reference': 2, 'tolerance': 1, 'pass': True, 'source': 'a|b', **changes}


class ValidationRuns(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / 'studies').mkdir()
        self.program = self.root / 'program'
        self.program.write_text(PROGRAM)
        self.program.chmod(0o755)
        patch = mock.patch.object(validation_runs, 'ROOT', self.root)
        patch.start()
        self.addCleanup(patch.stop)

    def study(self, name, text):
        (self.root / f'studies/{name}.yaml').write_text(text)

    def test_table_has_numbers_by_name_and_gaps(self):
        (self.root / 'table.csv').write_text('sample [-],inside [],way [mm],status\n0,1,-2.5e-3,ok\n1,1,,"diverged, alas"\n')
        good, bad = validation_runs.table(self.root)
        self.assertEqual(good, {'sample': 0, 'inside': 1, 'way': -2.5e-3, 'status': 'ok'})
        self.assertTrue(math.isnan(bad['way']))
        self.assertEqual(bad['status'], 'diverged, alas')

    def test_the_command_is_the_part_of_the_study(self):
        self.study('a', 'title: a sweep\nset: [optimize: no]\nfit:\n  sweep: no\n')
        self.assertEqual(validation_runs.study_command('a'), 'fit')
        self.study('b', 'fit: {}\nsweep: {}\n')
        with self.assertRaisesRegex(SystemExit, 'b.yaml needs one of'):
            validation_runs.study_command('b')

    def test_studies_start_afresh_and_may_fail_expectations(self):
        self.study('a', '# exit 1\nsweep: {}\n')
        old = self.root / 'runs/study_a'
        old.mkdir(parents=True)
        (old / 'runs.journal').write_text('of an earlier program')
        folders = validation_runs.run_studies(self.program, self.root / 'runs')
        self.assertEqual(list(folders), ['a'])
        self.assertEqual((folders['a'] / 'call').read_text(), 'sweep studies/a.yaml\n')
        self.assertFalse((old / 'runs.journal').exists())

    def test_a_study_that_breaks_down_stops_all(self):
        self.study('a', '# exit 3\nsweep: {}\n')
        (self.root / 'runs').mkdir()
        with self.assertRaisesRegex(SystemExit, 'studies/a.yaml ended with 3'):
            validation_runs.run_studies(self.program, self.root / 'runs')

    def test_failed_expectations_are_shown_and_counted(self):
        found = {'figures': {'way': {'value': 2.5, 'unit': 'mm'}},
                 'expect': [expectation(), expectation(value=None, **{'pass': False})]}
        (self.root / 'summary.json').write_text(json.dumps(found))
        text, failed = validation_runs.expectation_table('study', {'a': self.root})
        self.assertEqual(failed, 1)
        self.assertIn('| `a` | way | 2.5 | 2 | mm | 5.0e-01 | 1.0e+00 | pass | a/b |\n', text)
        self.assertIn('| `a` | way | none | 2 | mm |  | 1.0e+00 | **FAIL** | a/b |\n', text)


if __name__ == '__main__':
    unittest.main()
