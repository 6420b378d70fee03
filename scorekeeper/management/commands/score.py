"""Scores game records from the command line, without a database: one line of JSON in answer to each."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

from django.core.management.base import BaseCommand

from games.report import encode_answer, score_record, split_records

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
            # half a character, as JSON may hold it, is written as JSON writes it: \udc00
            reconfigure(encoding="utf-8", errors="backslashreplace")
        try:
            self.print_answers(files)
        except BrokenPipeError:
            # whoever reads the answers has seen enough (| head), and Python must not say so when it closes its output
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if self.status:
            sys.exit(self.status)

    def print_answers(self, files: list[str]) -> None:
        for name in files:
            for said in self.answers(name):
                if "error" in said:
                    self.status = max(self.status, REFUSED)
                self.stdout.write(encode_answer(said))
        self.stdout.flush()

    def answers(self, name: str) -> Iterator[dict[str, Any]]:
        try:
            with opened(name) as file:
                yield from map(score_record, split_records(file))
        except OSError as error:
            self.status = UNREADABLE
            self.stderr.write(f"{name}: could not be read: {error.strerror or error}")


def opened(name: str) -> Any:
    return nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb")
