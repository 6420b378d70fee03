from django.db import migrations, models


def find_unnamed(apps, schema_editor):
    """A name that lists players of the group is the one that it got with its first game."""
    Group, Player = (apps.get_model("scorekeeper", model) for model in ("Group", "Player"))
    players = {}
    for group, name in Player.objects.values_list("group", "name"):
        players.setdefault(group, set()).add(name)
    unnamed = [
        pk
        for pk, name in Group.objects.values_list("pk", "name")
        if players.get(pk, set()).issuperset(name.split(", "))
    ]
    for pk in unnamed:
        Group.objects.filter(pk=pk).update(named=False)


class Migration(migrations.Migration):
    """Notes that a host has named the group; until then, home asks for a name."""

    dependencies = [("scorekeeper", "0015_count_again")]

    operations = [
        migrations.AddField("Group", "named", models.BooleanField(default=True, db_default=True)),
        migrations.RunPython(find_unnamed, migrations.RunPython.noop, elidable=True),
    ]
