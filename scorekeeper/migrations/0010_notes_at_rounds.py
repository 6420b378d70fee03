from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0009_player_marks")]

    operations = [
        migrations.AddField(
            "Revision", "note", models.CharField(max_length=200, blank=True, default="")
        )
    ]
