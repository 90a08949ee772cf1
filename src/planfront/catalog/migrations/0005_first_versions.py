"""Publishes every questionnaire that was in use, so that answers given to it stay valid and readable."""

import hashlib
import json

from django.db import migrations
from django.utils.timezone import now

SET = ("title", "success_message", "i18n")
QUESTION = (
    "text", "sub_type", "require_detail", "true_condition", "decline_on", "decline_message", "refer_on", "i18n",
)
OPTION = ("text", "option_group", "declines", "refers", "i18n")


def columns(row, names):
    return {name: getattr(row, name) for name in names}


def content(row):
    questions = []
    for one in row.questions.order_by("position", "id"):
        options = [
            {"id": option.pk, **columns(option, OPTION)} for option in one.options.order_by("position", "id")
        ]
        questions.append({"id": one.pk, **columns(one, QUESTION), "options": options})
    return {**columns(row, SET), "questions": questions}


def publish(apps, schema_editor):
    QuestionSet = apps.get_model("catalog", "PlanQuestionSet")
    Version = apps.get_model("catalog", "QuestionSetVersion")
    for row in QuestionSet.objects.filter(version__gt=0, versions=None):
        made = content(row)
        digest = hashlib.sha256(json.dumps(made, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
        Version.objects.create(
            question_set=row, number=row.version, content=made, sha256=digest, published_at=now(),
            note="As it was before versions were kept",
        )


class Migration(migrations.Migration):
    dependencies = [("catalog", "0004_questions_and_riders")]
    operations = [migrations.RunPython(publish, migrations.RunPython.noop)]
