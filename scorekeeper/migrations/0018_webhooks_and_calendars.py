import django.db.models.deletion
from django.db import migrations, models

import scorekeeper.models.people

BIG_AUTO = models.BigAutoField(
    auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
)


class Migration(migrations.Migration):
    """Tell other programs of games, and let calendars read the evenings."""

    dependencies = [("scorekeeper", "0017_imports")]

    operations = [
        *(
            migrations.AddField(
                "Group", name, models.BooleanField(default=False, db_default=False)
            )
            for name in ("has_webhooks", "webhook_failed")
        ),
        migrations.CreateModel(
            "Calendar",
            [
                ("id", BIG_AUTO),
                (
                    "nonce",
                    models.CharField(default=scorekeeper.models.people.new_nonce, max_length=32),
                ),
                ("language", models.CharField(max_length=10)),
                (
                    "group",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calendar",
                        to="scorekeeper.group",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            "Webhook",
            [
                ("id", BIG_AUTO.clone()),
                ("name", models.CharField(max_length=40)),
                ("address", models.CharField(max_length=500)),
                ("format", models.CharField(max_length=10)),
                ("language", models.CharField(max_length=10)),
                ("events", models.JSONField(default=list)),
                ("site", models.CharField(blank=True, default="", max_length=300)),
                (
                    "nonce",
                    models.CharField(default=scorekeeper.models.people.new_nonce, max_length=32),
                ),
                ("active", models.BooleanField(default=True)),
                ("tested_at", models.DateTimeField(blank=True, null=True)),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                ("status", models.PositiveSmallIntegerField(default=0)),
                ("problem", models.CharField(blank=True, default="", max_length=12)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("failing_since", models.DateTimeField(blank=True, null=True)),
                ("retry_at", models.DateTimeField(blank=True, null=True)),
                ("failed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="scorekeeper.group",
                    ),
                ),
            ],
            options={"ordering": ["name", "pk"]},
        ),
    ]
