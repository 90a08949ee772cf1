import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0004_insurer_numbers"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="carrier",
            options={"ordering": ["name"], "verbose_name": "insurer"},
        ),
        migrations.AlterField(
            model_name="accountnumber",
            name="carrier",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="account_numbers",
                to="catalog.carrier",
                verbose_name="insurer",
            ),
        ),
        migrations.AlterField(
            model_name="carrier",
            name="hios_issuer_id",
            field=models.CharField(
                blank=True,
                help_text="The ids that the insurer's filings have; several with commas between them.",
                max_length=60,
                validators=[
                    django.core.validators.RegexValidator(
                        "^\\d{5}( ?, ?\\d{5})*$", "Five digits; several ids with commas between them."
                    )
                ],
                verbose_name="HIOS issuer ids",
            ),
        ),
        migrations.AlterField(
            model_name="groupnumber",
            name="carrier",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="group_numbers",
                to="catalog.carrier",
                verbose_name="insurer",
            ),
        ),
        migrations.AlterField(
            model_name="plan",
            name="carrier",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="plans",
                to="catalog.carrier",
                verbose_name="insurer",
            ),
        ),
        migrations.AlterField(
            model_name="plan",
            name="logo",
            field=models.CharField(blank=True, help_text="Empty: the insurer's logo.", max_length=200),
        ),
        migrations.AlterField(
            model_name="plan",
            name="rate_is_estimate",
            field=models.BooleanField(
                default=False,
                help_text="The insurer filed its rates as estimates and may charge another price: shown beside it.",
            ),
        ),
        migrations.AlterField(
            model_name="providernetwork",
            name="carrier",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="networks",
                to="catalog.carrier",
                verbose_name="insurer",
            ),
        ),
    ]
