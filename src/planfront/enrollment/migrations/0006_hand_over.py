"""Applications handed over to their clients, and changes that wait for the client's yes."""

import django.db.models.deletion
from django.db import migrations, models

import planfront.kernel.fields
import planfront.kernel.ids


class Migration(migrations.Migration):
    dependencies = [("enrollment", "0005_application_applicant")]

    operations = [
        migrations.CreateModel(
            name="HandOver",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=planfront.kernel.ids.new_uuid, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("sent", "Sent"),
                            ("opened", "Opened"),
                            ("returned", "Returned"),
                            ("signed", "Signed"),
                            ("withdrawn", "Taken back"),
                        ],
                        default="sent",
                        max_length=10,
                    ),
                ),
                ("sender_kind", models.CharField(max_length=16)),
                ("sender_id", models.BigIntegerField()),
                ("sender_name", models.CharField(max_length=200)),
                ("email", planfront.kernel.fields.EncryptedTextField()),
                ("message", planfront.kernel.fields.EncryptedTextField(blank=True)),
                ("note", planfront.kernel.fields.EncryptedTextField(blank=True)),
                ("sent_at", models.DateTimeField()),
                ("opened_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "application",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hand_overs",
                        to="enrollment.application",
                    ),
                ),
            ],
            options={"ordering": ["sent_at"]},
        ),
        migrations.AddField(
            model_name="resumecode",
            name="hand_over",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="codes",
                to="enrollment.handover",
            ),
        ),
        migrations.CreateModel(
            name="Proposal",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=planfront.kernel.ids.new_uuid, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key", models.CharField(max_length=24)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("staged", "Being made"),
                            ("waiting", "Waiting"),
                            ("accepted", "Accepted"),
                            ("declined", "Declined"),
                            ("replaced", "Replaced"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        max_length=10,
                    ),
                ),
                ("change", planfront.kernel.fields.EncryptedJSONField()),
                ("made_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                (
                    "hand_over",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="proposals",
                        to="enrollment.handover",
                    ),
                ),
            ],
            options={"ordering": ["made_at"]},
        ),
        migrations.AddConstraint(
            model_name="handover",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ("sent", "opened"))), fields=("application",), name="hand_over_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="proposal",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ("staged", "waiting"))),
                fields=("hand_over", "key"),
                name="proposal_once",
            ),
        ),
    ]
