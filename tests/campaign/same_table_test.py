#!/usr/bin/env python3
"""The table of a sweep is the same, byte by byte, whoever computed it: one thread or two, parts in
processes of their own, the processes of an MPI job.

    same_table_test.py PROGRAM [MPIRUN]
"""
import csv
import tempfile
import unittest
from pathlib import Path

import support
from support import CampaignTest, start, tables, write_study

COUNT = 20
SAMPLES = 3 * COUNT


class SameTable(CampaignTest):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory(prefix='cuttle_same_table_')
        cls.home = Path(cls.holder.name)
        cls.study = write_study(cls.home, COUNT, 5)
        cls.alone = cls.home / 'alone'
        cls('run_alone').run_alone()

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    def run_alone(self):
        self.run_sweep(self.study, self.alone, '-j', '1')

    def check_same(self, folder):
        for mine, first in zip(tables(folder), tables(self.alone)):
            self.assertEqual(mine, first)

    def test_rows_are_there(self):
        with open(self.alone / 'table.csv', newline='', encoding='utf-8') as file:
            rows = list(csv.reader(file))
        status = rows[0].index('status')
        self.assertEqual(len(rows), 1 + SAMPLES)
        self.assertEqual([row[0] for row in rows[1:]], [str(i) for i in range(SAMPLES)])
        self.assertEqual(sum(row[status] == 'ok' for row in rows[1:]), 2 * COUNT)
        # the period of small swings, of a bob whose inertia is 1.001 kg m^2 about its hinge
        period = [i for i, name in enumerate(rows[0]) if name.startswith('period')][0]
        small = 2 * 3.141592653589793 * (1.001 / 9.81) ** 0.5 * (1 + 0.1**2 / 16)
        self.assertAlmostEqual(float(rows[1][period]), small, delta=1e-4)

    def test_two_threads(self):
        self.run_sweep(self.study, self.home / 'two', '-j', '2')
        self.check_same(self.home / 'two')

    def test_parts_one_after_the_other(self):
        folder = self.home / 'parts'
        for part in '123':
            self.run_sweep(self.study, folder, '-j', '1', '--shard', part + '/3')
        self.check_same(folder)

    def test_parts_at_the_same_time(self):
        folder = self.home / 'together'
        parts = [start(self.study, folder, '-j', '1', '--shard', f'{i}/3') for i in (3, 1, 2)]
        for part in parts:
            self.finish(part)
        self.check_same(folder)

    def test_parts_that_make_the_folder_together(self):
        study = write_study(self.home / 'small', 3, 0.1)
        self.run_sweep(study, self.home / 'small_alone', '-j', '1')
        for attempt in range(10):
            folder = self.home / f'begin_{attempt}'
            parts = [start(study, folder, '-j', '1', '--shard', f'{i}/8') for i in range(1, 9)]
            for part in parts:
                self.finish(part)
            self.assertEqual(tables(folder), tables(self.home / 'small_alone'))

    def test_tasks_of_a_slurm_array(self):
        folder = self.home / 'array'
        for task in (4, 6, 8):
            self.run_sweep(self.study, folder, '-j', '1', environment={
                'SLURM_ARRAY_TASK_ID': str(task), 'SLURM_ARRAY_TASK_MIN': '4',
                'SLURM_ARRAY_TASK_MAX': '8', 'SLURM_ARRAY_TASK_STEP': '2',
                'SLURM_ARRAY_TASK_COUNT': '3', 'SLURM_NTASKS': '1'})
            if task == 4:  # a third of them
                self.assertEqual((folder / 'table.csv').read_text().count('\n'), 1 + COUNT)
        self.check_same(folder)

    def test_mpi(self):
        self.need_mpi()
        self.run_sweep(self.study, self.home / 'mpi', processes=2)
        self.check_same(self.home / 'mpi')

    def test_parts_that_are_mpi_jobs(self):
        self.need_mpi()
        for part in '12':
            self.run_sweep(self.study, self.home / 'mpi_parts', '--shard', part + '/2',
                           processes=2)
        self.check_same(self.home / 'mpi_parts')

    def test_a_second_start_finds_all_of_it(self):
        folder = self.home / 'again'
        self.run_sweep(self.study, folder)
        written = (folder / 'runs.journal').read_bytes().split()
        self.run_sweep(self.study, folder, '-j', '1')
        self.assertEqual((folder / 'runs.journal').read_bytes().split(), written)
        self.check_same(folder)

    def need_mpi(self):
        if not support.MPIRUN:
            self.skipTest('built without MPI')


if __name__ == '__main__':
    support.main()
