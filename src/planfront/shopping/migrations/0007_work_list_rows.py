"""What lists show of the enrollments that are there already: stage, last change, and the words of the person's name."""

import re
import unicodedata

from django.db import migrations

WORD = re.compile(r"[^\W_]+")
STAGES = {"terminated": "ended", "cancelled": "ended"}


def words_of(text):
    plain = unicodedata.normalize("NFKD", text.casefold())
    folded = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return list(dict.fromkeys(word[:30] for word in WORD.findall(folded)))[:8]


def forward(apps, schema_editor):
    enrollments = apps.get_model("shopping", "TempEnrollment").objects
    word = apps.get_model("shopping", "EnrollmentWord")
    coded = set(apps.get_model("enrollment", "ResumeCode").objects.values_list("application__enrollment", flat=True))
    enrollments.filter(lines__isnull=False).update(listed=True)
    columns = (
        "pk",
        "agent_id",
        "group_id",
        "updated_at",
        "application__state",
        "application__applicant",
        "application__updated_at",
        "member__first_name",
        "member__last_name",
    )
    for key, agent, group, changed, state, applicant, touched, first, last in enrollments.values_list(
        *columns
    ).iterator(2000):
        names = words_of(applicant or f"{first or ''} {last or ''}")
        word.objects.bulk_create(word(enrollment_id=key, agent_id=agent, group_id=group, word=one) for one in names)
        if state:
            stage = "saved" if state == "draft" and key in coded else STAGES.get(state, state)
            enrollments.filter(pk=key).update(listed=True, stage=stage, updated_at=max(changed, touched))


class Migration(migrations.Migration):
    dependencies = [("shopping", "0006_work_lists"), ("enrollment", "0005_application_applicant")]
    operations = [migrations.RunPython(forward, migrations.RunPython.noop)]
