"""Which request runs next on the threads for pages."""

from functools import wraps

import pytest

from scorekeeper.web.server import turns
from scorekeeper.web.server.bridge import client_of
from scorekeeper.web.server.turns import Client, Turn, Turns
from tests.app.support.at_once import run_loop

ANA, BEN = Client("192.0.2.1", "ana"), Client("192.0.2.2", "ben")


def asked(queue, *clients, **kind):
    """The turns of requests that arrive in this order."""
    requests = [Turn(client, **kind) for client in clients]
    for turn in requests:
        queue.ask(turn)
    return requests


def run(queue, requests):
    """End what runs until all of these are done; return their devices as their turns came."""
    order = []
    while running := [turn for turn in requests if turn in queue.running]:
        order += [turn.device for turn in running]
        for turn in running:
            queue.end(turn)
    return order


def in_loop(test):
    """Futures need an event loop."""

    @wraps(test)
    def wrapper(**fixtures):
        async def run_test():
            test(**fixtures)

        run_loop(run_test())

    return wrapper


@in_loop
def test_one_device_runs_on_two_threads_at_most():
    queue = Turns(4)
    mine = asked(queue, *[ANA] * 8)
    assert [turn.comes.done() for turn in mine] == [True] * 2 + [False] * 6
    (other,) = asked(queue, BEN)
    assert other.comes.done()


@in_loop
def test_whatever_its_cookies_an_address_leaves_a_thread_to_others():
    queue = Turns(4)
    forged = asked(queue, *[Client(ANA.address, f"cookie {number}") for number in range(8)])
    assert sum(turn.comes.done() for turn in forged) == 3
    (other,) = asked(queue, BEN)
    assert other.comes.done()


@in_loop
def test_requests_without_a_cookie_count_for_their_address():
    queue = Turns(4)
    strangers = asked(queue, *[Client(ANA.address, "")] * 4)
    assert sum(turn.comes.done() for turn in strangers) == 2


@in_loop
def test_eight_phones_on_one_wifi_take_turns():
    queue = Turns(4)
    phones = [Client("192.0.2.9", f"phone {number}") for number in range(8)]
    requests = asked(queue, *[phone for phone in phones for _ in range(3)])
    order = run(queue, requests)
    assert len(order) == 24
    assert all(order.index(phone.device) < len(order) / 2 for phone in phones)


@in_loop
def test_a_client_with_many_requests_does_not_delay_one_with_few():
    queue = Turns(1)
    many = asked(queue, *[ANA] * 20)
    (one,) = asked(queue, BEN)
    assert run(queue, [*many, one]).index("ben") < 3


@pytest.mark.parametrize(("most", "running"), [(None, 2), (1, 1)])
@in_loop
def test_while_writers_wait_for_the_database_others_read(most, running):
    queue = Turns(4, most)
    phones = [Client(f"198.51.100.{n}", f"phone {n}") for n in range(6)]
    writers = asked(queue, *phones, writes=True)
    assert sum(turn.comes.done() for turn in writers) == running
    readers = asked(queue, ANA, BEN)
    assert all(turn.comes.done() for turn in readers)
    assert sum(turn.comes.done() for turn in writers) == 2  # beside readers
    queue.end(writers[0])
    assert writers[2].comes.done()


@in_loop
def test_a_request_whose_client_left_takes_no_turn_and_no_room():
    queue = Turns(1)
    first, second, third = asked(queue, ANA, ANA, BEN)
    queue.end(second)
    queue.end(first)
    assert third.comes.done()
    queue.end(third)
    assert not second.comes.done()
    assert not any((queue.waiting, queue.running, queue.sizes))


@in_loop
def test_if_there_is_no_room_the_address_that_waits_most_is_refused(monkeypatch):
    monkeypatch.setattr(turns, "ROOM", 3 * turns.OVERHEAD)
    queue = Turns(1)
    first, *many = asked(queue, *[ANA] * 4)
    (other,) = asked(queue, BEN)
    assert not many[-1].comes.result()
    assert run(queue, [first, *many, other]) == ["ana", "ana", "ben", "ana"]
    first, large = asked(queue, ANA, ANA, body=3 * turns.OVERHEAD)
    assert not large.comes.result()


def test_devices_are_told_apart_by_their_cookie_and_addresses_by_a_trusted_proxy(settings):
    secret = "s" * 43
    cookies = f"csrftoken=t; next-device={'n' * 43}:signed; __Host-device={secret}; theme=dark"
    environ = {"PATH_INFO": "/", "REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "192.0.2.7"}
    assert client_of({**environ, "HTTP_COOKIE": cookies}) == Client("127.0.0.1", secret)
    settings.TRUST_PROXY = True
    assert client_of({**environ, "HTTP_COOKIE": "device=short"}) == Client("192.0.2.7", "")


# Overload


@in_loop
def test_those_who_save_come_before_those_who_look():
    queue = Turns(1)
    (running,) = asked(queue, Client("192.0.2.9", "first"))
    readers = asked(queue, ANA, BEN)
    savers = asked(queue, Client("192.0.2.3", "cho"), writes=True)
    assert run(queue, [running, *readers, *savers]) == ["first", "cho", "ana", "ben"]


@in_loop
def test_during_an_overload_open_pages_that_ask_for_news_come_before_new_pages():
    queue = Turns(1)
    (running,) = asked(queue, Client("192.0.2.9", "first"))
    readers = asked(queue, ANA, BEN)
    news = asked(queue, Client("192.0.2.3", "cho"), quick=True)
    savers = asked(queue, Client("192.0.2.4", "dan"), writes=True)
    order = run(queue, [running, *readers, *news, *savers])
    assert order == ["first", "dan", "cho", "ana", "ben"]


@pytest.fixture
def clock(monkeypatch):
    """The time of the queue, which tests move on."""
    now = [100.0]
    monkeypatch.setattr(turns.time, "monotonic", lambda: now[0])
    return now


def crowd(queue, count, address="10.0.0.{}"):
    """Wait as so many visitors."""
    return asked(queue, *[Client(address.format(n), f"visitor {n}") for n in range(count)])


def serve(queue, count, clock, seconds):
    """End so many requests, one each time so many seconds have passed."""
    for _ in range(count):
        clock[0] += seconds
        queue.end(next(iter(queue.running)))


@in_loop
def test_a_page_is_refused_while_its_wait_would_be_longer_than_a_second(clock):
    queue = Turns(2)
    crowd(queue, 250)
    serve(queue, 150, clock, seconds=0.02)
    assert queue.length == 98
    assert queue.is_too_long_for(ANA)
    serve(queue, 50, clock, seconds=0.02)
    assert not queue.is_too_long_for(ANA)
    serve(queue, 50, clock, seconds=0.02)
    assert (queue.length, len(queue.running), queue.started_at) == (0, 0, None)


@in_loop
def test_who_asks_for_much_makes_no_page_of_others_refused(clock):
    queue = Turns(4)
    asked(queue, *[Client("192.0.2.7", f"cookie {n}") for n in range(300)], BEN)
    serve(queue, 100, clock, seconds=0.1)
    asked(queue, BEN)
    assert queue.is_too_long_for(Client("192.0.2.7", "another cookie"))
    assert not queue.is_too_long_for(ANA)


@in_loop
def test_a_few_phones_wait_for_a_slow_machine_as_long_as_it_takes(clock):
    queue = Turns(2)
    crowd(queue, 30)
    serve(queue, 13, clock, seconds=5)
    assert queue.length == 15
    assert not queue.is_too_long_for(ANA)


@in_loop
def test_a_queue_that_does_not_move_for_a_second_is_too_long(clock):
    queue = Turns(2)
    crowd(queue, 40)
    serve(queue, 2, clock, seconds=0.001)
    assert not queue.is_too_long_for(ANA)
    clock[0] += 1.1
    assert queue.is_too_long_for(ANA)


@in_loop
def test_with_a_free_thread_no_queue_is_too_long(clock):
    queue = Turns(4)
    savers = [Client(f"198.51.100.{n}", f"phone {n}") for n in range(60)]
    asked(queue, *savers, writes=True)
    clock[0] += 10
    assert queue.length == 58
    assert not queue.is_too_long_for(ANA)


class Simulation:
    """Requests of ever new visitors, each of which takes a thread for 20 ms."""

    TAKES = 20  # milliseconds

    def __init__(self, clock):
        self.clock, self.queue = clock, Turns(4)
        self.asked, self.ends = {}, {}  # when, in milliseconds, by turn
        self.waits = {True: [], False: []}  # of those that were served, by whether they save
        self.refused = 0

    def arrive(self, now, number):
        client, writes = Client(f"10.0.{number >> 8}.{number & 255}", str(number)), not number % 10
        if not writes and self.queue.is_too_long_for(client):
            self.refused += 1
            return
        (turn,) = asked(self.queue, client, writes=writes)
        self.asked[turn] = now

    def run(self, milliseconds, each_second):
        arrived = 0
        for now in range(milliseconds):
            self.clock[0] += 0.001
            for turn in [turn for turn, end in self.ends.items() if end == now]:
                del self.ends[turn]
                self.queue.end(turn)
            while arrived < now * each_second / 1000:
                arrived += 1
                self.arrive(now, arrived)
            for turn in self.queue.running - self.ends.keys():
                self.ends[turn] = now + self.TAKES
                self.waits[turn.writes].append(now - self.asked[turn])


@in_loop
def test_at_three_times_its_load_a_server_does_as_much_and_nobody_waits_longer_than_a_second(clock):
    calm, crowd = Simulation(clock), Simulation(clock)
    calm.run(10_000, each_second=200)  # as many as four threads can serve
    crowd.run(10_000, each_second=600)
    served = [sum(map(len, one.waits.values())) for one in (calm, crowd)]
    assert calm.refused == 0
    assert served[1] >= 0.98 * served[0] >= 1900
    assert max(crowd.waits[False]) <= 1500
    assert max(crowd.waits[True]) <= 50  # saves: a turn that just began, and no queue
    assert crowd.refused > 3000
