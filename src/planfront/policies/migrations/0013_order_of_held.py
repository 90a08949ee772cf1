from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [('policies', '0012_waiting_days')]

    operations = [migrations.RenameField('heldchange', 'made', 'order_id')]
