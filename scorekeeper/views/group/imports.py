"""Bringing games into a group: a file is uploaded and read, looked at, then imported."""

import shutil

from django.core.files.uploadedfile import TemporaryUploadedFile
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.access import group_or_404
from scorekeeper.exchange import importing, saving
from scorekeeper.exchange.forms import PlayersForm, UploadForm
from scorekeeper.models import Group, Import, Role
from scorekeeper.models.imports import State
from scorekeeper.tables.kinds import stored_title
from scorekeeper.views.group.exchange import exchange_page
from scorekeeper.web.requests import Request

MOST_LISTED = 100  # titles of a file


@require_POST
def upload(request: Request, pk: int) -> HttpResponse:
    """Take a file, and have it read in the background."""
    group = group_or_404(request, pk, Role.HOST)
    Import.objects.stale().forget()
    form = UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return exchange_page(request, group, status=422, upload=form)
    group.imports.not_imported().forget()  # a group has one file that waits
    file: TemporaryUploadedFile = form.cleaned_data["file"]
    one = Import.objects.create(group=group, author_id=group.member_id, name=str(file.name))
    try:
        shutil.copyfile(file.temporary_file_path(), one.upload)
    except OSError:  # the disk is full: a part of the file must not be read
        one.forget_files()
        one.delete()
        raise
    importing.start_reading(one)
    return redirect("one_import", group.pk, one.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def one_import(request: Request, pk: int, import_pk: int) -> HttpResponse:
    """Show how far an import is; a POST starts it, takes it back, or discards the file."""
    group = group_or_404(request, pk, Role.HOST)
    one = get_object_or_404(group.imports, pk=import_pk)
    if request.method != "POST":
        form = PlayersForm(one) if one.state == State.READ else None
        return import_page(request, one, form)
    if "undo" in request.POST:
        if one.may_be_undone:
            saving.take_back(one)
    elif "discard" in request.POST:
        return discard(group, one)
    elif one.is_interrupted:
        was_reading = one.state == State.READING
        start = importing.start_reading if was_reading else importing.start_saving
        start(one)
    elif one.state == State.READ:
        form = PlayersForm(one, request.POST)
        if not form.is_valid():
            return import_page(request, one, form, status=422)
        one.players = form.cleaned_data["players"]
        importing.start_saving(one)
    return redirect("one_import", group.pk, one.pk)


def discard(group: Group, one: Import) -> HttpResponse:
    if one.state in (State.READ, State.FAILED) or one.is_interrupted:
        saving.clean_up(one)
        one.forget_files()
        one.delete()
    return redirect("exchange", group.pk)


def import_page(
    request: Request, one: Import, form: PlayersForm | None, status: int = 200
) -> HttpResponse:
    families = one.report.get("kinds", ())
    kinds = [
        (stored_title(game, title), sum(count for _year, count in years), years)
        for game, title, years in families[:MOST_LISTED]
    ]
    context = {
        "one": one,
        "form": form,
        "group": one.group,
        "report": one.report,
        "kinds": kinds,
        "more_kinds": len(families) - len(kinds),
    }
    return render(request, "exchange/import.html", context, status=status)
