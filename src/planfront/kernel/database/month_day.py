"""The day of the year that a date is, as a number in the database."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import Func, PositiveSmallIntegerField


class MonthDay(Func):
    """``month * 100 + day`` of a date, such as 327 for March 27. Indexes may hold it."""

    output_field = PositiveSmallIntegerField()
    arity = 1

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        template = "CAST(SUBSTR(%(expressions)s, 6, 2) || SUBSTR(%(expressions)s, 9, 2) AS INTEGER)"
        return self.as_sql(compiler, connection, template=template, **context)

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        template = "(EXTRACT(MONTH FROM %(expressions)s) * 100 + EXTRACT(DAY FROM %(expressions)s))::integer"
        return self.as_sql(compiler, connection, template=template, **context)


def month_day(day: date) -> int:
    return day.month * 100 + day.day
