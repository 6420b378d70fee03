from django.db import migrations, models


class Migration(migrations.Migration):
    """Let a group wait after the test of a webhook that failed or took long.

    A column without a default: no row is written.
    """

    dependencies = [("scorekeeper", "0024_sealed_counts")]

    operations = [
        migrations.AddField(
            "Webhook", "next_test_at", models.DateTimeField(null=True, blank=True)
        ),
    ]
