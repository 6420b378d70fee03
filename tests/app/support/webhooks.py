"""Webhooks of a group, and the tasks that tell them."""

import json

from django_tasks_db.models import DBTaskResult

from scorekeeper.models import Event
from scorekeeper.webhooks.changes import create_webhook

IN_DATABASE = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}


def a_webhook(group, address, events=tuple(Event), **more):
    fields = {"name": "Lamps", "language": "en", "format": "standard", **more}
    fields |= {"address": address, "events": [str(event) for event in events]}
    webhook = create_webhook(group, "http://score.example", fields)
    group.refresh_from_db()
    return webhook


def messages(receiver):
    """Return what arrived, in the standard format."""
    return [json.loads(request.body) for request in receiver.requests]


def run_due():
    """Run the tasks that are due by now, as the background does; return how many."""
    count = 0
    while due := DBTaskResult.objects.ready().first():
        due.claim("test")
        due.task.call(*due.args_kwargs["args"])
        due.set_successful(None)
        count += 1
    return count
