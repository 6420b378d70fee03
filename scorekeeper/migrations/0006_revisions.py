from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0005_results_of_first_releases")]

    operations = [
        migrations.RemoveConstraint("Entry", "entry_once_a_revision"),
        migrations.RenameModel("Entry", "Revision"),
        migrations.AlterField(
            "Revision",
            "session",
            models.ForeignKey(
                on_delete=models.CASCADE, related_name="revisions", to="scorekeeper.gamesession"
            ),
        ),
        migrations.AddConstraint(
            "Revision",
            models.UniqueConstraint(
                fields=["session", "slot", "revision"], name="revision_once_a_slot"
            ),
        ),
    ]
