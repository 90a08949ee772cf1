from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [('book', '0018_policy_numbers')]

    operations = [migrations.RenameField('pendingchange', 'made', 'order_id')]
