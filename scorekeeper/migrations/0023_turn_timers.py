from django.db import migrations, models


class Migration(migrations.Migration):
    """How long a turn should take, for games with a timer."""

    dependencies = [("scorekeeper", "0022_senders")]

    operations = [
        migrations.AddField(
            "gamesession", "timer", models.PositiveSmallIntegerField(null=True, blank=True)
        ),
    ]
