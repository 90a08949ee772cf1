import django.db.models.deletion
from django.db import migrations, models

from planfront.leads.finding import tokens_of


def find_those_kept(apps, schema_editor):
    """Chats that are there already are found by their answers, too."""
    word = apps.get_model("leads", "LeadWord")
    for lead in apps.get_model("leads", "Lead").objects.prefetch_related("answers").iterator(500):
        answers = [str(row.answer) for row in lead.answers.all()]
        word.objects.bulk_create(word(lead=lead, token=one) for one in sorted(tokens_of(lead.brand_id, answers)))


class Migration(migrations.Migration):
    dependencies = [("leads", "0004_rep_desk")]

    operations = [
        migrations.CreateModel(
            name="LeadWord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token", models.CharField(max_length=32)),
                (
                    "lead",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="words", to="leads.lead"
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["token", "lead"], name="lead_word")]},
        ),
        migrations.RunPython(find_those_kept, migrations.RunPython.noop),
    ]
