#!/usr/bin/env python3
"""A sweep that is killed and started again gives the table of one that was not, byte by byte, and
computes no sample twice. Also: damaged journals, a study that has changed, two at the same time.

    kill_test.py PROGRAM [MPIRUN]
"""
import os
import random
import shutil
import signal
import tempfile
import time
from pathlib import Path

import support
from support import CampaignTest, start, tables, write_study

KILLS = 20
COUNT = 40
DURATION = 40


def children(pid):
    return [int(c) for c in Path(f'/proc/{pid}/task/{pid}/children').read_text().split()]


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def wait_for_end(pids):
    """Until none of them lives; they are not our children."""
    def lives(pid):
        try:
            return ') Z' not in Path(f'/proc/{pid}/stat').read_text()
        except OSError:
            return False
    while any(lives(pid) for pid in pids):
        time.sleep(0.005)


def wait_for_runs(folder, count):
    """Until the journal has so many lines."""
    journal = folder / 'runs.journal'
    while not journal.exists() or journal.read_bytes().count(b'\n') < count:
        time.sleep(0.005)


def kill_threads(process):
    kill(process.pid)


def kill_one_rank(process, rank):
    ranks = children(process.pid)
    if rank < len(ranks):
        kill(ranks[rank])
    else:  # too early for ranks
        kill(process.pid)
    process.wait()
    wait_for_end(ranks)


def kill_whole_job(process):
    ranks = children(process.pid)
    for pid in [process.pid, *ranks]:
        kill(pid)
    wait_for_end(ranks)


class Kill(CampaignTest):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory(prefix='cuttle_kill_')
        cls.home = Path(cls.holder.name)
        cls.study = write_study(cls.home, COUNT, DURATION)
        cls.whole = cls.home / 'whole'
        cls('run_whole').run_whole()

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    def run_whole(self):
        self.run_sweep(self.study, self.whole)

    def check_same(self, folder):
        for mine, whole in zip(tables(folder), tables(self.whole)):
            self.assertEqual(mine, whole)

    def check_nothing_twice(self, folder):
        lines = [line for file in folder.glob('*.journal')
                 for line in file.read_bytes().split(b'\n') if line]
        self.assertEqual(len(lines), 3 * COUNT)

    def kill_until_done(self, kills, ways, chance):
        """Starts, kills and starts again, in a new folder whenever a table is ready."""
        done, folders = 0, 0
        while done < kills:
            folder = self.home / f'{ways[0][0]}_{folders}'
            folders += 1
            ready = False
            while not ready:
                processes, way = chance.choice(ways)[1:] if done < kills else (1, kill_threads)
                sweep = start(self.study, folder, processes=processes)
                killed = False
                if done < kills:
                    time.sleep(chance.uniform(0, 0.6) + (0.4 if processes > 1 else 0))
                    killed = sweep.poll() is None
                if killed:
                    way(sweep)
                    done += 1
                text, _ = sweep.communicate(timeout=120)
                ready = sweep.returncode == 0
                # a killed mpirun may leave a process that takes a moment to notice
                if not killed and 'another process' not in text:
                    self.assertTrue(ready, text)
            self.check_same(folder)
            self.check_nothing_twice(folder)
            shutil.rmtree(folder)

    def test_killed_threads(self):
        self.kill_until_done(KILLS if not support.MPIRUN else KILLS // 2,
                             [('threads', 1, kill_threads)], random.Random(1))

    def test_killed_mpi_jobs(self):
        if not support.MPIRUN:
            self.skipTest('built without MPI')
        ways = [('mpi', 2, kill_whole_job),
                ('mpi', 2, lambda sweep: kill_one_rank(sweep, 0)),
                ('mpi', 2, lambda sweep: kill_one_rank(sweep, 1))]
        self.kill_until_done(KILLS // 2, ways, random.Random(2))

    def test_an_interrupt_keeps_what_is_done(self):
        folder = self.home / 'interrupted'
        sweep = start(self.study, folder, '-j', '1')
        wait_for_runs(folder, 5)
        sweep.send_signal(signal.SIGINT)
        self.assertIn('the same command resumes from here', self.finish(sweep, 130))
        self.assertTrue((folder / 'table.csv').exists())
        self.run_sweep(self.study, folder)
        self.check_same(folder)
        self.check_nothing_twice(folder)

    def copy_of_whole(self, name):
        folder = self.home / name
        shutil.copytree(self.whole, folder)
        for table in folder.glob('table.*'):
            table.unlink()
        return folder, folder / 'runs.journal'

    def test_a_journal_that_ends_in_the_middle_of_a_line(self):
        chance = random.Random(3)
        for cut in range(5):
            folder, journal = self.copy_of_whole(f'cut_{cut}')
            text = journal.read_bytes()
            last = text.rstrip(b'\n').rfind(b'\n') + 1
            journal.write_bytes(text[:chance.randrange(last + 1, len(text) - 1)])
            self.run_sweep(self.study, folder)
            self.check_same(folder)

    def test_a_journal_with_wrong_bytes(self):
        chance = random.Random(4)
        folder, journal = self.copy_of_whole('wrong')
        text = bytearray(journal.read_bytes())
        for _ in range(5):
            text[chance.randrange(len(text))] ^= 1
        journal.write_bytes(text)
        self.run_sweep(self.study, folder)
        self.check_same(folder)

    def test_a_study_that_has_changed(self):
        folder, _ = self.copy_of_whole('changed')
        study = write_study(self.home / 'other', COUNT + 1, DURATION)
        text = self.run_sweep(study, folder, status=2)
        self.assertIn(f'parameters[0].count: {COUNT} -> {COUNT + 1}', text)
        study = write_study(self.home / 'other', COUNT, DURATION + 1)
        text = self.run_sweep(study, folder, status=2)
        self.assertIn(f'study.duration: {DURATION} -> {DURATION + 1}', text)
        self.assertFalse((folder / 'table.csv').exists())
        # it may get another title
        study = write_study(self.home / 'other', COUNT, DURATION)
        study.write_text(study.read_text() + 'title: swings\n')
        self.run_sweep(study, folder)
        self.check_same(folder)

    def test_two_at_the_same_time(self):
        folder = self.home / 'two'
        first = start(self.study, folder, '-j', '1')
        wait_for_runs(folder, 5)
        self.assertIn('another process', self.run_sweep(self.study, folder, '-j', '1', status=2))
        self.finish(first)
        self.check_same(folder)
        self.check_nothing_twice(folder)


if __name__ == '__main__':
    support.main()
