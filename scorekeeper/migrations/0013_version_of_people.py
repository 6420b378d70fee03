from django.db import migrations, models


class Migration(migrations.Migration):
    """A version for what games under way show of their group."""

    dependencies = [("scorekeeper", "0012_seasons")]

    operations = [
        migrations.AddField(
            "Group", "people_version", models.PositiveIntegerField(default=1, db_default=1)
        ),
    ]
