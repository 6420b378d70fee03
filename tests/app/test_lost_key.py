"""Starting the site without its key asks for the key once the database has groups."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.db import connection

from scorekeeper.models import Group
from scorekeeper.operating.bootstrap import has_groups, load_or_create_secret_key
from tests.app.support.factories import a_group, a_phone

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_group_in_the_database_of_the_site_keeps_a_lost_key_from_being_replaced(tmp_path):
    path, database = tmp_path / "secret_key", connection.settings_dict
    assert has_groups(database) is False
    a_group(a_phone())
    assert has_groups(database) is True
    with pytest.raises(SystemExit, match="but the database has groups"):
        load_or_create_secret_key(path, database)
    Group.objects.all().delete()
    assert load_or_create_secret_key(path, database)


@pytest.mark.parametrize("closed", [".", "secret_key"])
def test_who_may_not_read_the_key_is_told_whose_command_it_is(closed, unprivileged):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "secret_key"
        path.write_text("x" * 64)
        (Path(folder) / closed).chmod(0)
        with pytest.raises(SystemExit, match="cannot be read: run this as the user of the server"):
            load_or_create_secret_key(path, connection.settings_dict)
        (Path(folder) / closed).chmod(0o700)
