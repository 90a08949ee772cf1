"""Lists of enrollments and sent quotes: how far each is, and words to find them by."""

import django.db.models.deletion
import planfront.kernel.fields
from django.db import migrations, models


def opened(apps, schema_editor):
    """Quotes that somebody opened already say so."""
    apps.get_model("shopping", "SentQuote").objects.exclude(opened_at=None).update(
        outcome="opened", outcome_at=models.F("opened_at")
    )


class Migration(migrations.Migration):
    dependencies = [("shopping", "0005_handed_over")]

    operations = [
        migrations.CreateModel(
            name="EnrollmentWord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("agent_id", models.BigIntegerField(null=True)),
                ("group_id", models.BigIntegerField(null=True)),
                ("word", models.CharField(max_length=30)),
            ],
        ),
        migrations.CreateModel(
            name="QuoteWord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token", models.CharField(max_length=32)),
            ],
        ),
        migrations.RemoveIndex(
            model_name="tempenrollment",
            name="shopping_enr_agent",
        ),
        migrations.RemoveIndex(
            model_name="tempenrollment",
            name="shopping_enr_group",
        ),
        migrations.AddField(
            model_name="sentquote",
            name="outcome",
            field=models.CharField(
                choices=[
                    ("sent", "Sent"),
                    ("opened", "Opened"),
                    ("moved", "Opened, prices moved"),
                    ("enrolled", "Enrolled"),
                ],
                default="sent",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="sentquote",
            name="outcome_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="sentquote",
            name="sends",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name="sentquote",
            name="token",
            field=planfront.kernel.fields.EncryptedTextField(blank=True),
        ),
        migrations.AddField(
            model_name="tempenrollment",
            name="listed",
            field=models.BooleanField(
                default=False, help_text="Has something in the cart, or its application was begun."
            ),
        ),
        migrations.AddField(
            model_name="tempenrollment",
            name="stage",
            field=models.CharField(
                choices=[
                    ("draft", "Draft"),
                    ("saved", "Saved for later"),
                    ("waiting", "Waiting for signature"),
                    ("submitted", "Submitted"),
                    ("pending", "Pending underwriting"),
                    ("accepted", "Accepted"),
                    ("active", "Active"),
                    ("ended", "Ended"),
                ],
                default="draft",
                max_length=9,
            ),
        ),
        migrations.AddIndex(
            model_name="sentquote",
            index=models.Index(fields=["agent", "brand", "sent_at", "id"], name="shopping_quote_agent"),
        ),
        migrations.AddIndex(
            model_name="sentquote",
            index=models.Index(fields=["agent", "outcome", "brand", "sent_at", "id"], name="shopping_outcome_agent"),
        ),
        migrations.AddIndex(
            model_name="sentquote",
            index=models.Index(fields=["group", "brand", "sent_at", "id"], name="shopping_quote_group"),
        ),
        migrations.AddIndex(
            model_name="sentquote",
            index=models.Index(fields=["group", "outcome", "brand", "sent_at", "id"], name="shopping_outcome_group"),
        ),
        migrations.AddIndex(
            model_name="tempenrollment",
            index=models.Index(
                fields=["agent", "brand", "listed", "updated_at", "id", "stage", "status", "expires_at"],
                name="shopping_list_agent",
            ),
        ),
        migrations.AddIndex(
            model_name="tempenrollment",
            index=models.Index(
                fields=["agent", "stage", "brand", "listed", "updated_at", "id", "status", "expires_at"],
                name="shopping_stage_agent",
            ),
        ),
        migrations.AddIndex(
            model_name="tempenrollment",
            index=models.Index(
                fields=["group", "brand", "listed", "updated_at", "id", "stage", "status", "expires_at"],
                name="shopping_list_group",
            ),
        ),
        migrations.AddIndex(
            model_name="tempenrollment",
            index=models.Index(
                fields=["group", "stage", "brand", "listed", "updated_at", "id", "status", "expires_at"],
                name="shopping_stage_group",
            ),
        ),
        migrations.AddField(
            model_name="enrollmentword",
            name="enrollment",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="words", to="shopping.tempenrollment"
            ),
        ),
        migrations.AddField(
            model_name="quoteword",
            name="quote",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="words", to="shopping.sentquote"
            ),
        ),
        migrations.AddIndex(
            model_name="enrollmentword",
            index=models.Index(
                fields=["agent_id", "word", "enrollment"],
                name="shopping_word_agent",
                opclasses=["int8_ops", "varchar_pattern_ops", "uuid_ops"],
            ),
        ),
        migrations.AddIndex(
            model_name="enrollmentword",
            index=models.Index(
                fields=["group_id", "word", "enrollment"],
                name="shopping_word_group",
                opclasses=["int8_ops", "varchar_pattern_ops", "uuid_ops"],
            ),
        ),
        migrations.AddIndex(
            model_name="quoteword",
            index=models.Index(fields=["token", "quote"], name="shopping_quote_word"),
        ),
        migrations.AlterField(
            model_name="tempenrollment",
            name="status",
            field=models.CharField(
                choices=[("draft", "Draft"), ("submitted", "Submitted"), ("withdrawn", "Withdrawn")],
                default="draft",
                max_length=10,
            ),
        ),
        migrations.RunPython(opened, migrations.RunPython.noop),
    ]
