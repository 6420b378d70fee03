import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """The device that handed an entry over to another one."""

    dependencies = [("scorekeeper", "0021_deleting")]

    operations = [
        migrations.AddField(
            "revision",
            "sender",
            models.ForeignKey(
                "scorekeeper.member",
                django.db.models.deletion.SET_NULL,
                null=True,
                related_name="+",
                db_index=False,
            ),
        ),
        migrations.AddIndex(
            "revision",
            models.Index(
                fields=["sender"], condition=Q(sender__isnull=False), name="revision_by_sender"
            ),
        ),
    ]
