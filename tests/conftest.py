"""Skips tests that this machine cannot run. With NO_SKIPS=1 they fail instead."""

import gc
import os

import hypothesis
import pytest
from django.db import connection
from django.template import Template

from games.registry import folders
from scorekeeper.management.catalogues import catalogue_files, compile_catalogues
from tests.attacks.support.server import Ground, prepare_ground
from tests.support.chromium import CHROMIUM
from tests.support.further_games import further_folder
from tests.support.game_report import failures, silence_tracebacks
from tests.support.long import LONG, examples
from tests.support.shared import MIGRATED, TEMPLATE, copy_database, database_file, shared
from tests.support.unprivileged import unprivileged

__all__ = ["further_folder", "unprivileged"]  # fixtures for all parts

NO_CHROMIUM = (
    "browser tests skipped: no Chromium; "
    "install it with: apt install chromium (or set CHROMIUM=/its/path)"
)

# No deadline: the time for one example depends on the machine. The same examples each time, so that
# a new one does not stop a change of something else; `make test-long` searches at random.
hypothesis.settings.register_profile(
    "steady", deadline=None, max_examples=examples(15), derandomize=not LONG
)
hypothesis.settings.load_profile("steady")


def pytest_xdist_auto_num_workers():
    """One more than there are cores: many tests wait, for a browser or for a time limit."""
    return (os.cpu_count() or 1) + 1


def pytest_configure(config):
    """Compile the catalogues, in case the tests run without make."""
    if not hasattr(config, "workerinput") and any(map(is_outdated, catalogue_files())):
        compile_catalogues()


def is_outdated(file):
    compiled = file.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime < file.stat().st_mtime


def pytest_addoption(parser):
    parser.addoption("--game", help="run only the tests of this game, by the name of its folder")


def pytest_collection_modifyitems(config, items):
    if game := config.getoption("game"):
        items[:] = [item for item in items if slug_of(item) == game]
    items.sort(key=lambda item: (item.get_closest_marker("long") is None, not is_attack(item)))
    if CHROMIUM is None:
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))


def is_attack(item):
    """Return whether it needs servers. Each worker starts its own, and the first tests have one."""
    return "attacks" in item.path.parts


def slug_of(item):
    """The game that a test is about, if it runs once for each game."""
    return item.callspec.params.get("slug") if hasattr(item, "callspec") else None


def pytest_collection_finish():
    """Spare the garbage collector what lives until the end: modules, and the tests themselves."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)


def pytest_sessionfinish(session):
    if session.config.getoption("game"):
        silence_tracebacks(session.config)


def pytest_terminal_summary(terminalreporter, config):
    if game := config.getoption("game"):
        reports = [*terminalreporter.getreports("failed"), *terminalreporter.getreports("error")]
        for line in failures(reports, folders()[game]):
            terminalreporter.write_line(line)
        return
    if CHROMIUM is None:
        terminalreporter.write_line(NO_CHROMIUM, yellow=True)


def refuse_skip(report):
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("NO_SKIPS") == "1":
        _, _, reason = report.longrepr
        report.outcome = "failed"
        report.longrepr = f"NO_SKIPS=1 allows no skips. {reason}"
    return report


RENDER = Template._render


@pytest.fixture(scope="session", autouse=True)
def plain_templates(django_test_environment):
    """Render templates as the site does. Django's test environment copies the context of every
    template for assertions that we don't use, which takes a tenth of the time of a page.
    """
    Template._render = RENDER


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings):
    """Return whether the database is a copy of one that another worker has migrated."""
    file = database_file()
    return file is not None and file.exists()


@pytest.fixture(scope="session")
def django_db_setup(request, django_db_modify_db_settings, django_db_blocker):
    """One worker migrates the database, and the others have copies."""
    file = database_file()
    if file is None:
        with shared(TEMPLATE) as template:
            if template.exists():
                connection.settings_dict["TEST"]["TEMPLATE"] = template.read_text()
            request.getfixturevalue("django_db_setup")
            if not template.exists():
                with django_db_blocker.unblock():
                    connection.creation.clone_test_db("template", verbosity=0)
                template.write_text(f"{connection.settings_dict['NAME']}_template")
        return
    with shared(MIGRATED) as migrated:
        file.unlink(missing_ok=True)  # an earlier run with the same folder was killed
        is_made = migrated.exists()
        if is_made:
            copy_database(migrated, file)
        request.getfixturevalue("django_db_setup")
        if not is_made:
            copy_database(file, migrated)


@pytest.fixture(scope="session")
def prepared(request):
    """The data that servers start with, of which each server has a copy."""
    request.getfixturevalue("django_db_setup")
    if database_file() is None:
        with shared(TEMPLATE) as template:
            name = template.read_text()
        with prepare_ground(template=name) as ground:
            yield ground
        return
    with shared("ground") as folder:
        ground = Ground(folder)
        if not folder.exists():
            folder.mkdir()
            with shared(MIGRATED) as migrated:
                copy_database(migrated, ground.database.file)
            ground.prepare()
    yield ground


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown():
    """End the thread of notices while it may still use the database. PostgreSQL drops no database
    that has connections.
    """
    from scorekeeper.models.notify import notifier

    notifier().close()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport():
    return refuse_skip((yield))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report():
    return refuse_skip((yield))
