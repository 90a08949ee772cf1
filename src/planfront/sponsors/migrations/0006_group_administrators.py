import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from planfront.kernel import clock


def carry_over(apps, _schema):
    """The group's account becomes its first administrator."""
    group, administrator = (apps.get_model("sponsors", name) for name in ("Group", "GroupAdministrator"))
    pairs = group.objects.exclude(user=None).order_by("pk").values_list("pk", "user_id")
    administrator.objects.bulk_create(
        administrator(group_id=group_id, user_id=user_id) for group_id, user_id in pairs
    )


def carry_back(apps, _schema):
    """The first administrator becomes the group's account; there is no place for others."""
    group, administrator = (apps.get_model("sponsors", name) for name in ("Group", "GroupAdministrator"))
    rows = administrator.objects.order_by("-since", "-pk").values_list("group_id", "user_id")
    for group_id, user_id in dict(rows).items():
        group.objects.filter(pk=group_id).update(user_id=user_id)


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('sponsors', '0005_groups_only'),
    ]

    operations = [
        migrations.CreateModel(
            name='GroupAdministrator',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('receives_mail', models.BooleanField(default=False, help_text="Mail about the applications of the group's people.")),
                ('since', models.DateTimeField(default=clock.now, editable=False)),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='administrators', to='sponsors.group')),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'administrator',
                'ordering': ['since', 'id'],
            },
        ),
        migrations.RunPython(carry_over, carry_back),
    ]
