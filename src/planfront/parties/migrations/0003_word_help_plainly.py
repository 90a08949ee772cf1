import django.core.validators
from django.db import migrations, models

import planfront.parties.reps.models


class Migration(migrations.Migration):
    dependencies = [
        ("parties", "0002_word_plainly"),
    ]

    operations = [
        migrations.AlterField(
            model_name="agent",
            name="image",
            field=models.CharField(blank=True, help_text="A photo.", max_length=200),
        ),
        migrations.AlterField(
            model_name="agent",
            name="portrait",
            field=models.CharField(
                blank=True,
                help_text="Its code, as the rep chose it. Shown if there is no photo.",
                max_length=120,
                validators=[planfront.parties.reps.models.check_portrait],
                verbose_name="drawn portrait",
            ),
        ),
        migrations.AlterField(
            model_name="appointment",
            name="ended_on",
            field=models.DateField(blank=True, help_text="The last day. Leave empty if there is none.", null=True),
        ),
        migrations.AlterField(
            model_name="group",
            name="participation",
            field=models.PositiveSmallIntegerField(
                blank=True, help_text="Percent of eligible employees who participate.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="group",
            name="pay_day",
            field=models.DateField(
                blank=True, help_text="Any payday. Receipts then name the payday of the first deduction.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="group",
            name="pay_periods",
            field=models.PositiveSmallIntegerField(
                blank=True,
                choices=[
                    (52, "Every week (52 a year)"),
                    (26, "Every two weeks (26 a year)"),
                    (24, "Twice a month (24 a year)"),
                    (12, "Every month (12 a year)"),
                ],
                help_text="How often wages are paid. The store then also shows prices per pay period.",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="groupclass",
            name="categories",
            field=models.JSONField(blank=True, default=list, help_text="The categories whose plans people can buy."),
        ),
        migrations.AlterField(
            model_name="groupclass",
            name="enroll_days",
            field=models.PositiveSmallIntegerField(
                default=31,
                help_text="New hires can enroll from the hire date until this many days after their coverage could "
                "first start.",
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(366)],
                verbose_name="days to enroll",
            ),
        ),
        migrations.AlterField(
            model_name="groupclass",
            name="is_default",
            field=models.BooleanField(
                default=False, help_text="For people who aren't in a class.", verbose_name="default"
            ),
        ),
        migrations.AlterField(
            model_name="groupclass",
            name="pay_day",
            field=models.DateField(
                blank=True,
                help_text="Any payday. Leave empty to use the group's, if both are paid equally often.",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="groupclass",
            name="pay_periods",
            field=models.PositiveSmallIntegerField(
                blank=True,
                choices=[
                    (52, "Every week (52 a year)"),
                    (26, "Every two weeks (26 a year)"),
                    (24, "Twice a month (24 a year)"),
                    (12, "Every month (12 a year)"),
                ],
                help_text="Leave empty to use the group's.",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="groupclass",
            name="waiting_count",
            field=models.PositiveSmallIntegerField(
                default=0,
                help_text="Counted from the hire date.",
                validators=[django.core.validators.MaxValueValidator(730)],
                verbose_name="waiting period",
            ),
        ),
        migrations.AlterField(
            model_name="license",
            name="effective_on",
            field=models.DateField(blank=True, help_text="Leave empty if it has long been in force.", null=True),
        ),
        migrations.AlterField(
            model_name="license",
            name="expires_on",
            field=models.DateField(
                blank=True, db_index=True, help_text="The last day. Leave empty if there is none.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="portal",
            name="groups_only",
            field=models.BooleanField(
                default=False,
                help_text="For plans of employers' groups. It is chosen together with a group, never alone.",
            ),
        ),
    ]
