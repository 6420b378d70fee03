from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """Groups, players and devices that were deleted and can be brought back.

    New columns are null or have a default in the database, so that a server of the release before
    can go on writing while this one starts.
    """

    dependencies = [("scorekeeper", "0020_picture_links")]

    operations = [
        *(
            migrations.AddField(model, "deleted_at", models.DateTimeField(null=True, blank=True))
            for model in ("group", "player", "member")
        ),
        *(
            migrations.AddField(
                model,
                "former_name",
                models.CharField(max_length=40, blank=True, default="", db_default=""),
            )
            for model in ("player", "member")
        ),
        migrations.AddField(
            "member", "former_role", models.PositiveSmallIntegerField(default=0, db_default=0)
        ),
        migrations.AddIndex(
            "member",
            models.Index(
                fields=["deleted_at"], condition=Q(deleted_at__isnull=False), name="member_deleted"
            ),
        ),
    ]
