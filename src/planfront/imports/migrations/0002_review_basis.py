"""What a review was compared with, so that it is made anew when that has changed."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('imports', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='importrun',
            name='review_basis',
            field=models.CharField(blank=True, editable=False, max_length=64),
        ),
    ]
