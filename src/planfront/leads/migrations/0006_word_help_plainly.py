import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("brands", "0004_word_help_plainly"),
        ("leads", "0005_word_plainly"),
    ]

    operations = [
        migrations.AlterField(
            model_name="assistantquestion",
            name="brand",
            field=models.ForeignKey(
                blank=True,
                help_text="Leave empty to ask on every brand.",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="brands.brand",
            ),
        ),
        migrations.AlterField(
            model_name="assistantquestion",
            name="options",
            field=models.TextField(blank=True, help_text="Answers to choose from, one per line.", max_length=2000),
        ),
        migrations.AlterField(
            model_name="assistantquestion",
            name="stands_for",
            field=models.TextField(
                blank=True,
                db_default="",
                default="",
                help_text="One line for each answer. For who is covered: IO (member), IS (and spouse), IC (and "
                "children), IF (family) or - (none of these). For kinds of plans: their categories, "
                "separated by spaces, or -.",
                max_length=2000,
                verbose_name="answers stand for",
            ),
        ),
        migrations.AlterField(
            model_name="assistantquestion",
            name="when_answers",
            field=models.TextField(
                blank=True,
                help_text="The answers, one per line, in English.",
                max_length=2000,
                verbose_name="when answered",
            ),
        ),
        migrations.AlterField(
            model_name="assistantquestion",
            name="when_question",
            field=models.ForeignKey(
                blank=True,
                help_text="Leave empty to always ask. Otherwise choose an earlier choice question.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="leads.assistantquestion",
                verbose_name="only after",
            ),
        ),
        migrations.AlterField(
            model_name="lead",
            name="held",
            field=models.BooleanField(
                default=False,
                help_text="Keep it no matter how old it gets. Leads being worked on (Contacted, Quoted) are always "
                "kept.",
                verbose_name="keep",
            ),
        ),
        migrations.AlterField(
            model_name="repenquiry",
            name="held",
            field=models.BooleanField(
                default=False,
                help_text="Keep it no matter how old it gets. Inquiries being worked on (Contacted) are always kept.",
                verbose_name="keep",
            ),
        ),
    ]
