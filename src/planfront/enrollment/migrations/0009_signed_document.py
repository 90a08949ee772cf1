"""The signed application as a document. Like signatures it takes no deletes and no changes of its plain columns; the
sealed one stays writable, so that ``rekey`` can seal it with a newer key.
"""

import django.db.models.deletion
import planfront.kernel.fields
import planfront.kernel.ids
from django.db import migrations, models


TABLE = "enrollment_signeddocument"
COLUMNS = (
    "sequence, application_id, signature_id, brand_id, code, language, name, sha256, frozen_sha256, signature_hash, "
    "previous_hash, record_hash, at"
)
TRIGGERS = {"signed_document_no_update": f"UPDATE OF {COLUMNS}", "signed_document_no_delete": "DELETE"}
FUNCTION = """CREATE FUNCTION signed_document_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'signed documents are append-only'; END $$"""


def forward(apps, schema_editor):
    postgres = schema_editor.connection.vendor == "postgresql"
    if postgres:
        schema_editor.execute(FUNCTION)
        refuse = "FOR EACH ROW EXECUTE FUNCTION signed_document_append_only()"
    else:
        refuse = "BEGIN SELECT RAISE(ABORT, 'signed documents are append-only'); END"
    for name, event in TRIGGERS.items():
        schema_editor.execute(f"CREATE TRIGGER {name} BEFORE {event} ON {TABLE} {refuse}")


def backward(apps, schema_editor):
    postgres = schema_editor.connection.vendor == "postgresql"
    for name in TRIGGERS:
        schema_editor.execute(f"DROP TRIGGER {name}" + (f" ON {TABLE}" if postgres else ""))
    if postgres:
        schema_editor.execute("DROP FUNCTION signed_document_append_only()")


class Migration(migrations.Migration):

    dependencies = [
        ('enrollment', '0008_health_questions'),
    ]

    operations = [
        migrations.CreateModel(
            name='SignedDocument',
            fields=[
                ('id', models.UUIDField(default=planfront.kernel.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                ('sequence', models.PositiveBigIntegerField(unique=True)),
                ('brand_id', models.BigIntegerField(db_index=True)),
                ('code', models.CharField(max_length=20, unique=True)),
                ('language', models.CharField(max_length=5)),
                ('name', models.CharField(max_length=120)),
                ('content', planfront.kernel.fields.EncryptedTextField()),
                ('sha256', models.CharField(db_index=True, max_length=64)),
                ('frozen_sha256', models.CharField(max_length=64)),
                ('signature_hash', models.CharField(max_length=64)),
                ('previous_hash', models.CharField(blank=True, max_length=64)),
                ('record_hash', models.CharField(max_length=64)),
                ('at', models.DateTimeField()),
                ('application', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='document', to='enrollment.application')),
                ('signature', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='enrollment.signatureevidence')),
            ],
            options={
                'ordering': ['sequence'],
            },
        ),
        migrations.RunPython(forward, backward),
    ]
