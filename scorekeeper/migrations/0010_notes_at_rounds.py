from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0008_indexes_for_lists")]

    operations = [
        migrations.AddField(
            "Revision", "note", models.CharField(max_length=200, blank=True, default="")
        )
    ]
