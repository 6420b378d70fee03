"""Connections that say nothing, in a process of their own: python -m bench.attacks.idlers.

Says "ready" when all are open, and after so many seconds how long each lasted that was closed.
"""

import json
import resource
import selectors
import subprocess
import sys
import time
from contextlib import suppress

from tests.attacks.support.wire import connect, is_closed

AN_ADDRESS = 200  # connections


class Idlers:
    def __init__(self, port: int, count: int, subnet: int, seconds: int) -> None:
        """`subnet` is the third number of their addresses: 127.0.5.1 and on."""
        given = [str(number) for number in (port, count, subnet, seconds)]
        command = [sys.executable, "-m", "bench.attacks.idlers", *given]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE)

    def opened(self) -> int:
        """How many connections there are, when all were tried."""
        return int(self.process.stdout.readline().removeprefix(b"ready "))

    def lasted(self) -> list[float]:
        """Seconds, of those that were closed."""
        return json.loads(self.process.communicate()[0])


def idle(port: int, count: int, subnet: int, seconds: int) -> list[float]:
    with selectors.DefaultSelector() as selector:
        for number in range(count):
            with suppress(OSError):
                connection = connect(port, f"127.0.{subnet}.{1 + number // AN_ADDRESS}")
                selector.register(connection, selectors.EVENT_READ, time.monotonic())
        print("ready", len(selector.get_map()), flush=True)
        until, lasted = time.monotonic() + seconds, []
        while (left := until - time.monotonic()) > 0 and selector.get_map():
            for key, _ in selector.select(left):
                if is_closed(key.fileobj):
                    lasted.append(time.monotonic() - key.data)
                    selector.unregister(key.fileobj)
                    key.fileobj.close()
    return lasted


if __name__ == "__main__":
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(json.dumps(idle(*map(int, sys.argv[1:]))))
