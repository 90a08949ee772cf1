from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("leads", "0004_know_leads_as_people"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="repenquiry",
            options={"verbose_name": "rep inquiry", "verbose_name_plural": "rep inquiries"},
        ),
    ]
