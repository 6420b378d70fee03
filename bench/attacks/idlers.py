"""Silent connections, in a process of their own: python -m bench.attacks.idlers.

Prints "ready" when all are open, and at the end the seconds after which each was closed.
"""

import json
import resource
import selectors
import subprocess
import sys
import time
from contextlib import suppress

from tests.attacks.support.wire import connect, is_closed

PER_ADDRESS = 200  # connections


class Idlers:
    def __init__(self, port: int, count: int, subnet: int, seconds: int) -> None:
        """`subnet` is the third number of their addresses, such as 5 in 127.0.5.1."""
        arguments = [str(number) for number in (port, count, subnet, seconds)]
        command = [sys.executable, "-m", "bench.attacks.idlers", *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE)

    def wait_until_open(self) -> int:
        """Return the number of open connections."""
        return int(self.process.stdout.readline().removeprefix(b"ready "))

    def read_durations(self) -> list[float]:
        """Return the seconds after which connections were closed."""
        return json.loads(self.process.communicate()[0])


def idle(port: int, count: int, subnet: int, seconds: int) -> list[float]:
    with selectors.DefaultSelector() as selector:
        for number in range(count):
            with suppress(OSError):
                connection = connect(port, f"127.0.{subnet}.{1 + number // PER_ADDRESS}")
                selector.register(connection, selectors.EVENT_READ, time.monotonic())
        print("ready", len(selector.get_map()), flush=True)
        until, durations = time.monotonic() + seconds, []
        while (left := until - time.monotonic()) > 0 and selector.get_map():
            for key, _ in selector.select(left):
                if is_closed(key.fileobj):
                    durations.append(time.monotonic() - key.data)
                    selector.unregister(key.fileobj)
                    key.fileobj.close()
    return durations


if __name__ == "__main__":
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(json.dumps(idle(*map(int, sys.argv[1:]))))
