"""Starts `cuttle view` and talks to it over plain sockets, on this machine only."""
import json
import os
import re
import socket
import subprocess
import time
from pathlib import Path

MODELS = Path(__file__).resolve().parents[2] / 'models'
SLOWDOWN = float(os.environ.get('CUTTLE_SLOWDOWN', 1))  # of a program under sanitizers
PATIENCE = 20 * SLOWDOWN  # [s] for anything that should happen at once


class View:
    """The program with one model, by its name or its path; use it as a context manager."""

    def __init__(self, binary, model):
        file = model if isinstance(model, Path) else MODELS / f'{model}.yaml'
        self.process = subprocess.Popen([binary, 'view', file], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.match(r'http://127\.0\.0\.1:(\d+)/\?token=(\w+)', line)
        if not found:
            raise RuntimeError(f'no address in {line!r}')
        self.port, self.token = int(found[1]), found[2]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def alive(self):
        return self.process.poll() is None

    def peak_memory(self):
        """The most that the program ever had in memory [MB]."""
        text = Path(f'/proc/{self.process.pid}/status').read_text()
        return int(re.search(r'VmHWM:\s+(\d+) kB', text)[1]) / 1000

    def connect(self):
        return socket.create_connection(('127.0.0.1', self.port), timeout=PATIENCE)

    def head(self, method, path, *headers, token=True):
        """A request without the empty line at its end."""
        query = f'?token={self.token}' if token else ''
        lines = [f'{method} {path}{query} HTTP/1.1', f'Host: 127.0.0.1:{self.port}', *headers]
        return ''.join(line + '\r\n' for line in lines).encode()

    def ask(self, method, path, *headers, body=b''):
        """(status, body, seconds) of a request as it should be."""
        start = time.monotonic()
        with self.connect() as link:
            link.sendall(self.head(method, path, f'Content-Length: {len(body)}', *headers)
                         + b'\r\n' + body)
            answer = read_all(link)
        head, _, content = answer.partition(b'\r\n\r\n')
        return status_of(head), content, time.monotonic() - start

    def command(self, **fields):
        """(status, text)"""
        body = json.dumps(fields).encode()
        status, text, _ = self.ask('POST', '/command', body=body)
        return status, text.decode()


def read_all(link):
    """What comes until the end; whoever sent too much may see the connection break after it."""
    parts = []
    try:
        while part := link.recv(1 << 16):
            parts.append(part)
    except ConnectionError:
        pass
    return b''.join(parts)


def status_of(answer):
    found = re.match(rb'HTTP/1\.1 (\d+)', answer)
    return int(found[1]) if found else 0
