"""Two builds are compared: programs that agree pass, and the first difference of each text is named."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / 'tools' / 'same_bits.py'

# writes a table and a summary with an id of its own; VALUE is what a test changes
PROGRAM = """#!/bin/sh
if [ "$1" = run ]; then
  printf 't [s],x [m]\\n0,1\\n1,VALUE\\n' > "$5/series.csv"
  echo '{"run": "'$$'", "figures": {"x": VALUE}, "wall_seconds": 0.'$$'}' > "$5/summary.json"
else
  echo "$@"
fi
"""


class SameBits(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name in ('models/pendulum.yaml', 'models/other.yaml', 'tests/input/bad.yaml'):
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text('')
        self.program('old', PROGRAM.replace('VALUE', '2'))

    def program(self, name, text):
        (self.root / name).write_text(text)
        (self.root / name).chmod(0o755)

    def compare(self, new, *options):
        self.program('new', new)
        done = subprocess.run([sys.executable, TOOL, self.root / 'old', self.root / 'new', '--root', self.root,
                               *options], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def test_times_and_ids_may_differ(self):
        self.assertEqual(self.compare(PROGRAM.replace('VALUE', '2')), (0, 'same_bits: 12 comparisons, 0 differences\n'))

    def test_the_short_list_runs_fewer_models(self):
        self.assertIn('11 comparisons', self.compare(PROGRAM.replace('VALUE', '2'), '--short')[1])

    def test_cell_and_size_of_a_difference(self):
        code, text = self.compare(PROGRAM.replace('VALUE', '2.5'), '--short')
        self.assertEqual(code, 1)
        self.assertIn('run models/pendulum.yaml: series.csv: row 2, x [m]: 2 became 2.5; '
                      'at most 2.5e-01 of the largest x [m]\n', text)
        self.assertIn('run models/pendulum.yaml: summary.json: \'  "x": 2\' became \'  "x": 2.5\'\n', text)
        self.assertIn('2 differences', text)

    def test_messages_and_exit_status(self):
        code, text = self.compare(PROGRAM.replace('VALUE', '2') + '[ "$2" != --yaml ] || { echo no >&2; exit 2; }\n')
        self.assertEqual(code, 1)
        self.assertIn("check --yaml tests/input/bad.yaml: exit status: '0' became '2'\n", text)
        self.assertIn("check --yaml tests/input/bad.yaml: messages: 'nothing' became 'no'\n", text)

    def test_rows_that_are_missing(self):
        text = self.compare(PROGRAM.replace('1,VALUE\\n', '').replace('VALUE', '2'), '--short')[1]
        self.assertIn('series.csv: 2 rows became 1\n', text)

    def test_what_is_not_a_program(self):
        self.program('new', '')
        done = subprocess.run([sys.executable, TOOL, self.root / 'old', self.root], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn('is not a program', done.stderr)


if __name__ == '__main__':
    unittest.main()
