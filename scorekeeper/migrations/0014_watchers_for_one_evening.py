from django.db import migrations, models


class Migration(migrations.Migration):
    """How long a device may watch that came by a code. Earlier ones cannot be told from those that
    came by a link, so they stay.
    """

    dependencies = [("scorekeeper", "0013_version_of_people")]

    operations = [
        migrations.AddField("Member", "until", models.DateTimeField(null=True, blank=True)),
    ]
