"""Reps note what became of their leads: closed ones were won or lost."""

import django.db.models.deletion
import planfront.kernel.fields
import planfront.kernel.ids
from django.db import migrations, models


def forward(apps, schema_editor):
    for name in ("Lead", "RepEnquiry"):
        apps.get_model("leads", name).objects.filter(status="CLOSED").update(status="LOST")


def backward(apps, schema_editor):
    for name in ("Lead", "RepEnquiry"):
        apps.get_model("leads", name).objects.filter(status__in=["WON", "LOST"]).update(status="CLOSED")


class Migration(migrations.Migration):
    dependencies = [("leads", "0003_append_only")]

    operations = [
        migrations.CreateModel(
            name="LeadNote",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=planfront.kernel.ids.new_uuid, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("author_id", models.BigIntegerField(null=True)),
                ("author", models.CharField(max_length=200)),
                ("text", planfront.kernel.fields.EncryptedTextField()),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["at", "id"],
            },
        ),
        migrations.AlterField(
            model_name="lead",
            name="status",
            field=models.CharField(
                choices=[("NEW", "New"), ("CONTACTED", "Contacted"), ("WON", "Won"), ("LOST", "Lost")],
                db_index=True,
                default="NEW",
                max_length=9,
            ),
        ),
        migrations.AlterField(
            model_name="repenquiry",
            name="status",
            field=models.CharField(
                choices=[("NEW", "New"), ("CONTACTED", "Contacted"), ("WON", "Won"), ("LOST", "Lost")],
                db_index=True,
                default="NEW",
                max_length=9,
            ),
        ),
        migrations.AddIndex(
            model_name="lead",
            index=models.Index(fields=["assigned", "brand", "updated_at", "id"], name="lead_of_rep"),
        ),
        migrations.AddIndex(
            model_name="lead",
            index=models.Index(fields=["assigned", "status", "brand", "updated_at", "id"], name="lead_of_rep_status"),
        ),
        migrations.AddField(
            model_name="leadnote",
            name="lead",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="rep_notes", to="leads.lead"
            ),
        ),
        migrations.RunPython(forward, backward),
    ]
