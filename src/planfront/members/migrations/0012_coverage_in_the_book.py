from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("members", "0011_enrolled_here"), ("book", "0005_carry_coverage")]
    operations = [migrations.DeleteModel(name="Coverage")]
