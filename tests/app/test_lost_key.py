"""Starting the site without its key asks for the key once the database has groups."""

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
