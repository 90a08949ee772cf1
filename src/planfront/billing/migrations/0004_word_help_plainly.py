from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("billing", "0003_keep_payment_agreements"),
    ]

    operations = [
        migrations.AlterField(
            model_name="paymentmethod",
            name="bill_date",
            field=models.PositiveSmallIntegerField(default=28, help_text="0 means billed in another way."),
        ),
        migrations.AlterField(
            model_name="paymentrule",
            name="descriptor",
            field=models.CharField(
                blank=True, help_text="Text on the bank statement. Leave empty for the brand's name.", max_length=60
            ),
        ),
        migrations.AlterField(
            model_name="paymentrule",
            name="plan_id",
            field=models.BigIntegerField(
                blank=True,
                help_text="For this plan only. With EFT here, no cart that includes it can be paid by card.",
                null=True,
            ),
        ),
    ]
