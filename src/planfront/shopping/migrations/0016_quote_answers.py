"""Questions about quotes are answered in the store, and those that wait for an answer found."""

import planfront.kernel.fields
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('shopping', '0015_samples'),
    ]

    operations = [
        migrations.AddField('quotequestion', 'language', models.CharField(default='en', max_length=5)),
        migrations.AddField(
            'quotequestion',
            'answer',
            planfront.kernel.fields.EncryptedTextField(blank=True, default=''),
            preserve_default=False,
        ),
        migrations.AddField('quotequestion', 'answered_at', models.DateTimeField(null=True)),
        migrations.AddIndex(
            'quotequestion',
            models.Index(condition=models.Q(answered_at__isnull=True), fields=['quote'], name='shopping_question_waiting'),
        ),
    ]
