from django.db import migrations, models


class Migration(migrations.Migration):
    """When the turn timer of a game was turned on."""

    dependencies = [("scorekeeper", "0026_count_comebacks_again")]

    operations = [
        migrations.AddField(
            "gamesession", "timer_since", models.DateTimeField(null=True, blank=True)
        ),
    ]
