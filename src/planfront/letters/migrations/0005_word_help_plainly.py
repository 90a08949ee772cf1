from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("letters", "0004_letter_of_new_shares"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="lettertext",
            options={
                "ordering": ["kind", "language", "-in_force_from", "-id"],
                "verbose_name": "letter text",
                "verbose_name_plural": "letter texts",
            },
        ),
    ]
