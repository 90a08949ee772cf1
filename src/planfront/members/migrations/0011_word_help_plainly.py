import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("members", "0010_word_plainly"),
        ("parties", "0003_word_help_plainly"),
    ]

    operations = [
        migrations.AlterField(
            model_name="member",
            name="employee_number",
            field=models.CharField(
                blank=True,
                help_text="The group's own number for the person or family. Its rosters use it to find them.",
                max_length=40,
            ),
        ),
        migrations.AlterField(
            model_name="member",
            name="enrolled_here",
            field=models.BooleanField(
                default=False, editable=False, help_text="Added by an application submitted in the store."
            ),
        ),
        migrations.AlterField(
            model_name="member",
            name="group_class",
            field=models.ForeignKey(
                blank=True,
                help_text="Leave empty for the group's default class.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="parties.groupclass",
                verbose_name="class",
            ),
        ),
        migrations.AlterField(
            model_name="member",
            name="left_on",
            field=models.DateField(
                blank=True,
                help_text="Leave empty while the person works for the group.",
                null=True,
                verbose_name="last day of work",
            ),
        ),
    ]
