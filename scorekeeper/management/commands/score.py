"""Scores game records without a database. Prints one line of JSON for each record."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand

from games.report import RecordTooLong, encode_answer, read_lines, score_record, split_records

REFUSED, UNREADABLE = 1, 2


class Command(BaseCommand):
    help = (
        "Scores game records."
        " Exits with 2 if a file could not be read, or with 1 if a record was refused."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files",
            nargs="+",
            metavar="FILE",
            help="one record, or one a line; - is standard input",
        )

    def handle(self, *args: Any, files: list[str], **options: Any) -> None:
        self.status = 0
        if reconfigure := getattr(self.stdout, "reconfigure", None):
            # JSON may contain lone surrogates. Write them escaped, as JSON does: \udc00
            reconfigure(encoding="utf-8", errors="backslashreplace")
        try:
            self.print_answers(files)
        except BrokenPipeError:
            # The reader closed the pipe (| head). Python would report it when it flushes stdout.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if self.status:
            sys.exit(self.status)

    def print_answers(self, files: list[str]) -> None:
        for name in files:
            for answer in self.answers(name):
                if "error" in answer:
                    self.status = max(self.status, REFUSED)
                self.stdout.write(encode_answer(answer))
        self.stdout.flush()

    def answers(self, name: str) -> Iterator[dict[str, Any]]:
        try:
            with open_input(name) as file:
                yield from map(score_record, split_records(read_lines(file)))
        except (OSError, RecordTooLong) as error:
            self.status = UNREADABLE
            reason = getattr(error, "strerror", None) or error
            self.stderr.write(f"{name}: could not be read: {reason}")


def open_input(name: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb")
