import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone


def published(apps, _schema):
    """What is active has been shown to people."""
    apps.get_model("enrollment", "AgreementText").objects.filter(active=True).update(published_at=timezone.now())


class Migration(migrations.Migration):

    dependencies = [
        ("enrollment", "0006_hand_over"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="agreementtext",
            name="published_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.CreateModel(
            name="ProfileVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("content", models.JSONField()),
                ("saved_at", models.DateTimeField()),
                ("profile", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="versions", to="enrollment.requirementprofile")),
                ("saved_by", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
            options={"ordering": ["-number"]},
        ),
        migrations.AddConstraint(
            model_name="profileversion",
            constraint=models.UniqueConstraint(fields=("profile", "number"), name="profile_version_once"),
        ),
        migrations.RunPython(published, migrations.RunPython.noop),
    ]
