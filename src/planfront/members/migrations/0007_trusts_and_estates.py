"""Trusts and estates of an operator's own list of relationships are asked what fits them, as those of the shipped one."""

from django.db import migrations


def mark(apps, schema_editor):
    items = apps.get_model("members", "ReferenceItem").objects.filter(
        list_key="beneficiary_relationships", value__in=["trust", "estate"]
    )
    for item in items:
        item.flags = {"asks": item.value, **item.flags}
        item.save(update_fields=["flags"])


class Migration(migrations.Migration):

    dependencies = [
        ("members", "0006_group_class"),
    ]

    operations = [migrations.RunPython(mark, migrations.RunPython.noop, elidable=True)]
