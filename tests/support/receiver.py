"""A program that receives messages: a real server on a loopback address."""

from contextlib import contextmanager, suppress
from queue import SimpleQueue

from tests.support.listening import HERE, Listener

OK = b"HTTP/1.1 204 No Content\r\n\r\n"


class Receiver:
    """Answers each connection with the next of `answers`, or else with the last one.

    An answer is bytes, or a function that gets the connection. `requests` has what arrived, and
    `arrivals` lets another thread wait for each.
    """

    def __init__(self, *answers):
        self.answers, self.requests = list(answers or [OK]), []
        self.arrivals = SimpleQueue()
        self.listener = Listener(self.answer)
        self.port = self.listener.port

    @property
    def address(self):
        return f"http://{HERE}:{self.port}/hook"

    def answer(self, connection):
        with connection, suppress(OSError):
            self.requests.append(read_request(connection))
            self.arrivals.put(self.requests[-1])
            answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
            if callable(answer):
                answer(connection)
            else:
                connection.sendall(answer)


class Request:
    def __init__(self, head, body):
        self.line, *lines = head.decode().split("\r\n")
        self.headers = dict(line.split(": ", 1) for line in lines)
        self.body = body


def read_request(connection):
    data = b""
    while b"\r\n\r\n" not in data:
        if not (part := connection.recv(65536)):
            raise ConnectionError
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    request = Request(head, body)
    while len(request.body) < int(request.headers.get("Content-Length", 0)):
        request.body += connection.recv(65536)
    return request


@contextmanager
def receiving(*answers):
    receiver = Receiver(*answers)
    try:
        yield receiver
    finally:
        receiver.listener.close()
