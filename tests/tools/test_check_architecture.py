"""The checker is tried on a toy tree: it must accept the good one and name each kind of slip."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / 'tools' / 'check_architecture.py'
TABLE = """
| module | may include | holds |
|---|---|---|
| `base` | | |
| `math` | `base` | |
| `rod` | `base` `math` | |
| `solve` | `base` `math` | |
| `apps` | all | |
"""


class CheckArchitecture(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.write('docs/architecture.md', TABLE)
        self.write('docs/references.bib', '@book{Known01,\n}\n')
        self.write('src/cuttle/cuttle.h', '#include "cuttle/rod/a.h"\n')
        self.write('src/cuttle/rod/a.h',
                   '#include <vector>\n#include "cuttle/math/b.h"  // [Known01] (3)\n')
        self.write('apps/cuttle/main.cpp', '#include "verb.h"\n#include "cuttle/solve/c.h"\n')

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def check(self):
        done = subprocess.run([sys.executable, TOOL, self.root], capture_output=True, text=True)
        return done.returncode, done.stdout

    def expect_error(self, message):
        code, text = self.check()
        self.assertEqual(text, message + '\n')
        self.assertEqual(code, 1)

    def test_good_tree_passes(self):
        code, text = self.check()
        self.assertEqual(code, 0, text)
        self.assertIn('5 modules', text)

    def test_forbidden_include(self):
        self.write('src/cuttle/solve/b.cpp', '\n#include "cuttle/rod/a.h"\n')
        self.expect_error('src/cuttle/solve/b.cpp:2: error: solve/ may not include rod/')

    def test_module_without_row(self):
        self.write('src/cuttle/magic/b.cpp', '#include "cuttle/base/a.h"\n')
        self.expect_error('src/cuttle/magic/b.cpp:1: error: magic/ has no row in docs/architecture.md')

    def test_relative_include(self):
        self.write('src/cuttle/solve/b.cpp', '#include "../rod/a.h"\n')
        self.expect_error('src/cuttle/solve/b.cpp:1: error: write "cuttle/<module>/<file>.h" '
                          'instead of "../rod/a.h"')

    def test_umbrella_inside_library(self):
        self.write('src/cuttle/rod/b.cpp', '#include "cuttle/cuttle.h"\n')
        self.expect_error('src/cuttle/rod/b.cpp:1: error: the umbrella header is for users only')

    def test_unknown_citation(self):
        self.write('tests/unit/b_test.cpp', '// as in [Nobody99] Eq. (4)\n')
        self.expect_error('tests/unit/b_test.cpp:1: error: '
                          'citation [Nobody99] is not in docs/references.bib')

    def test_index_is_not_a_citation(self):
        self.write('src/cuttle/rod/b.cpp', 'double y = table[Index10];\n')
        self.assertEqual(self.check()[0], 0)

    def test_row_may_not_name_a_later_one(self):
        self.write('docs/architecture.md', TABLE.replace('| `math` | `base` |', '| `math` | `rod` |'))
        code, text = self.check()
        self.assertEqual(code, 1)
        self.assertIn('architecture.md:5: error: math names rod, which is not a row above', text)


if __name__ == '__main__':
    unittest.main()
