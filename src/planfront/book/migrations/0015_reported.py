from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("book", "0014_crosswalk_ages")]

    operations = [
        migrations.AddIndex(
            model_name="change",
            index=models.Index(
                condition=models.Q(("event__isnull", False)), fields=["reported_on", "policy"], name="book_reported"
            ),
        ),
    ]
