#!/usr/bin/python3
"""`cuttle view` among connections that mean no good: it answers its own page and stays small.
Usage: abuse_test.py CUTTLE [--full]; without --full the floods are short. Prints what it measured."""
import argparse
import socket
import threading
import time

from view_program import SLOWDOWN, View, read_all, status_of

# [MB]; a sanitizer keeps what is freed for a while
MOST_MEMORY = 200 if SLOWDOWN == 1 else 600
MOST_SECONDS = SLOWDOWN  # for an authorised request
MOST_HEAD = 64 * 1024
REQUEST_TIME = 5  # [s]


class Crowd:
    """Connections that send a byte now and then and never come to an end."""

    def __init__(self, view, count):
        self.links, self.over = [], threading.Event()
        for _ in range(count):
            link = view.connect()
            link.setblocking(False)
            self.links.append(link)
        self.thread = threading.Thread(target=self.dawdle)
        self.thread.start()

    def dawdle(self):
        while not self.over.wait(0.2):
            for link in self.links:
                try:
                    link.send(b'G')
                except OSError:
                    pass  # thrown out, as it should be

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()
        for link in self.links:
            link.close()


def check(good, text):
    print(('ok    ' if good else 'WRONG ') + text, flush=True)
    if not good:
        check.failures += 1


check.failures = 0


def flood(view, start, piece, size):
    """Sends `start`, then `size` bytes made of `piece`; the status of the answer."""
    with view.connect() as link:
        try:
            link.sendall(start)
            sent, block = 0, piece * (1 + 65536 // len(piece))
            while sent < size:
                sent += link.send(block)
        except (ConnectionError, socket.timeout):
            pass  # refused on the way
        return status_of(read_all(link))


def slow_connections(view, count, tries):
    with Crowd(view, count):
        slowest = 0
        for _ in range(tries):
            for method, path, body in (('GET', '/scene', b''), ('GET', '/', b''),
                                       ('POST', '/command', b'{"command": "pause"}')):
                status, _, seconds = view.ask(method, path, body=body)
                slowest = max(slowest, seconds)
                if status != 200:
                    check(False, f'{count} slow connections: {path} answered {status}')
            time.sleep(0.1)
    check(slowest < MOST_SECONDS, f'{count} slow connections: answered within {slowest:.3f} s')


def strangers_and_a_body(view, count):
    """A request that was admitted waits for the rest of its body while others take all places."""
    body = b'{"command": "pause"}'
    with view.connect() as link:
        link.sendall(view.head('POST', '/command', f'Content-Length: {len(body)}') + b'\r\n')
        time.sleep(0.2)
        crowd = [view.connect() for _ in range(count)]
        link.sendall(body)
        status = status_of(read_all(link))
    for stranger in crowd:
        stranger.close()
    check(status == 200, f'{count} strangers while a body is on its way: {status}')


def readers_that_take_nothing(view, count):
    crowd = []
    for _ in range(count):
        link = socket.socket()
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        link.connect(('127.0.0.1', view.port))
        link.sendall(view.head('GET', '/') + b'\r\n')
        crowd.append(link)
    time.sleep(1.5)
    try:
        status, _, seconds = view.ask('GET', '/scene')
    except ConnectionError:
        status, seconds = 0, 0
    for link in crowd:
        link.close()
    check(status == 200 and seconds < MOST_SECONDS,
          f'{count} readers that take nothing: {status} within {seconds:.3f} s')


def churn(view, seconds):
    """Connections that come and go as fast as they can."""
    over = threading.Event()

    def come_and_go():
        while not over.is_set():
            links = []
            try:
                links = [view.connect() for _ in range(100)]
            except OSError:
                pass  # no more ports for a moment
            for link in links:
                link.close()

    threads = [threading.Thread(target=come_and_go) for _ in range(2)]
    for thread in threads:
        thread.start()
    slowest, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        status, _, took = view.ask('GET', '/scene')
        slowest = max(slowest, took)
        if status != 200:
            check(False, f'churn: answered {status}')
    over.set()
    for thread in threads:
        thread.join()
    check(slowest < MOST_SECONDS, f'churn: answered within {slowest:.3f} s')


def late_request(view):
    start = time.monotonic()
    with view.connect() as link:
        link.sendall(view.head('GET', '/scene'))
        answer = read_all(link)
    seconds = time.monotonic() - start
    check(status_of(answer) == 408 and REQUEST_TIME - 1 < seconds < REQUEST_TIME + 2,
          f'half a request: {status_of(answer)} after {seconds:.1f} s')


def headers(view, size):
    line = b'X-Long: ' + 1000 * b'x' + b'\r\n'
    for token in (False, True):
        status = flood(view, view.head('GET', '/', token=token), line, size)
        check(status in (403, 431), f'{size / 1e6:g} MB of headers, token {token}: {status}')
    # just below the limit they are read
    rest = MOST_HEAD - len(view.head('GET', '/scene', 'Content-Length: 0', 'X: ')) - 2
    for extra, expected in ((0, 200), (1, 431)):
        status, _, _ = view.ask('GET', '/scene', 'X: ' + 'x' * (rest + extra))
        check(status == expected, f'a head of {MOST_HEAD + extra} bytes: {status}')


def bodies(view, size):
    chunk = b'1000\r\n' + 0x1000 * b'x' + b'\r\n'
    chunked = 'Transfer-Encoding: chunked'
    status = flood(view, view.head('POST', '/command', chunked) + b'\r\n', chunk, size)
    check(status == 411, f'{size / 1e6:g} MB in chunks: {status}')
    length = f'Content-Length: {size}'
    for token, expected in ((False, 403), (True, 413)):
        head = view.head('POST', '/command', length, token=token)
        status = flood(view, head + b'\r\n', b'x', size)
        check(status == expected, f'{size / 1e6:g} MB of body, token {token}: {status}')


def ranges(view, count):
    whole = view.ask('GET', '/')[1]
    for lines in ([f'Range: bytes={",".join(["0-"] * count)}'], ['Range: bytes=0-'] * 50):
        status, body, _ = view.ask('GET', '/', *lines)
        check(status == 200 and body == whole, f'{len(lines)} lines of ranges: {status}, '
              f'{len(body) / 1e6:.1f} MB of a page of {len(whole) / 1e6:.1f} MB')


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument('cuttle')
    options.add_argument('--full', action='store_true')
    options = options.parse_args()
    size = 60_000_000 if options.full else 3_000_000
    with View(options.cuttle, 'pendulum') as view:
        print(f'      {view.peak_memory():.1f} MB at the start')
        slow_connections(view, 100, 20 if options.full else 3)
        slow_connections(view, 400, 20 if options.full else 3)  # more than there are places
        strangers_and_a_body(view, 400)
        readers_that_take_nothing(view, 260)
        churn(view, 10 if options.full else 1)
        late_request(view)
        headers(view, size)
        bodies(view, size)
        ranges(view, 10_000)
        floods = [threading.Thread(target=headers, args=(view, size))
                  for _ in range(10 if options.full else 2)]
        for thread in floods:
            thread.start()
        slow_connections(view, 100, 3)
        for thread in floods:
            thread.join()
        check(view.ask('GET', '/scene')[0] == 200 and view.alive(), 'it lives')
        memory = view.peak_memory()
        check(memory < MOST_MEMORY, f'{memory:.1f} MB at most')
    raise SystemExit(1 if check.failures else 0)


main()
