import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    """Seasons, and points by place."""

    dependencies = [("scorekeeper", "0011_figures_of_finished_games")]

    operations = [
        migrations.AddField(
            "Group", "points", models.CharField(max_length=100, blank=True, default="")
        ),
        migrations.CreateModel(
            "Season",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("first_day", models.DateField()),
                ("last_day", models.DateField(null=True, blank=True)),
                ("scale", models.CharField(max_length=10)),
                ("points", models.CharField(max_length=100, blank=True, default="")),
                (
                    "group",
                    models.ForeignKey(
                        "scorekeeper.group",
                        django.db.models.deletion.CASCADE,
                        related_name="seasons",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(last_day=None) | Q(last_day__gte=F("first_day")),
                        name="season_ends_after_it_begins",
                    )
                ]
            },
        ),
    ]
