import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models
from django.db.models import Q

import scorekeeper.models.people


class Migration(migrations.Migration):
    """Links by which anyone may see the picture of a result."""

    dependencies = [("scorekeeper", '0019_programs')]

    operations = [
        migrations.CreateModel(
            "PictureLink",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "subject",
                    models.CharField(
                        max_length=10,
                        choices=[
                            ("game", "Game"),
                            ("evening", "Evening"),
                            ("year", "Year"),
                            ("player", "Player Year"),
                        ],
                    ),
                ),
                ("year", models.PositiveSmallIntegerField(null=True, blank=True)),
                ("language", models.CharField(max_length=10)),
                (
                    "nonce",
                    models.CharField(max_length=32, default=scorekeeper.models.people.new_nonce),
                ),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                *(
                    (
                        name,
                        models.ForeignKey(
                            f"scorekeeper.{model}",
                            django.db.models.deletion.SET_NULL
                            if name == "maker"
                            else django.db.models.deletion.CASCADE,
                            null=name != "group",
                            blank=name != "group",
                            related_name="picture_links",
                        ),
                    )
                    for name, model in (
                        ("group", "group"),
                        ("session", "gamesession"),
                        ("player", "player"),
                        ("maker", "member"),
                    )
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=["session", "subject"],
                        condition=~Q(session=None),
                        name="picture_link_once_a_game_or_evening",
                    ),
                    models.UniqueConstraint(
                        fields=["group", "year"],
                        condition=Q(subject="year"),
                        name="picture_link_once_a_year",
                    ),
                    models.UniqueConstraint(
                        fields=["player", "year"],
                        condition=~Q(player=None),
                        name="picture_link_once_a_year_of_a_player",
                    ),
                ]
            },
        ),
    ]
