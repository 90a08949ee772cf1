"""The list of members is read off an index in each order; one column holds what is searched."""

import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("members", "0003_rosters")]

    operations = [
        migrations.RemoveIndex(
            model_name="member",
            name="member_by_name",
        ),
        migrations.RemoveIndex(
            model_name="member",
            name="member_of_group",
        ),
        migrations.AddField(
            model_name="member",
            name="search",
            field=models.GeneratedField(
                db_persist=True,
                expression=django.db.models.functions.text.Lower(
                    django.db.models.functions.text.Concat(
                        "first_name",
                        models.Value(" "),
                        "middle_name",
                        models.Value(" "),
                        "last_name",
                        models.Value(" "),
                        "email",
                        output_field=models.CharField(),
                    )
                ),
                output_field=models.CharField(max_length=450),
            ),
        ),
        migrations.AddIndex(
            model_name="member",
            index=models.Index(
                fields=["brand", "last_name", "first_name", "id", "agent", "group", "active", "search"],
                name="member_by_name",
            ),
        ),
        migrations.AddIndex(
            model_name="member",
            index=models.Index(
                fields=["group", "last_name", "first_name", "id", "brand", "active", "search"], name="member_of_group"
            ),
        ),
        migrations.AddIndex(
            model_name="member",
            index=models.Index(
                fields=["brand", "birth_date", "id", "agent", "group", "active"], name="member_by_birth"
            ),
        ),
        migrations.AddIndex(
            model_name="member",
            index=models.Index(fields=["group", "birth_date", "id", "brand", "active"], name="member_of_group_birth"),
        ),
        migrations.AddIndex(
            model_name="member",
            index=models.Index(fields=["brand", "email", "id", "agent", "group", "active"], name="member_by_email"),
        ),
        migrations.AddIndex(
            model_name="member",
            index=models.Index(fields=["group", "email", "id", "brand", "active"], name="member_of_group_email"),
        ),
        migrations.AddIndex(
            model_name="member",
            index=models.Index(fields=["brand", "group", "agent", "active"], name="member_by_group"),
        ),
    ]
