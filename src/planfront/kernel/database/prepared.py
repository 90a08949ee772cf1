"""Queries that are put into SQL once, and then run with other values.

Django builds the SQL of a query each time it runs, which takes several times as long as a small query itself. The calls
that shoppers wait for most prepare theirs: it saves them a third of their time (ADR 31 has the figures). Everything
else is better off with plain queries.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db import connections, models
from django.db.models.expressions import Expression
from django.db.models.query import ModelIterable
from django.db.transaction import TransactionManagementError

from planfront.kernel.database import replicas

M = TypeVar("M", bound=models.Model)


class Param(Expression):
    """A value that is known when the query runs, by its name. Never None: nothing equals NULL."""

    def __init__(self, name: str, output_field: models.Field[Any, Any]) -> None:
        super().__init__(output_field=output_field)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        """Return itself in place of the value."""
        return "%s", (self,)

    def bind(self, values: dict[str, Any], connection: Any) -> Any:
        return self.output_field.get_db_prep_value(values[self.name], connection)


class Prepared(Generic[M]):
    """``build`` makes the query, of rows of a model, with a ``Param`` for each value; it runs once a connection."""

    def __init__(self, build: Callable[[], models.QuerySet[M]]) -> None:
        self._build = build
        self._model: type[models.Model] | None = None

    def rows(self, **values: Any) -> list[M]:
        """Run the query with these values, and return its rows."""
        if self._model is None:
            self._model = self._build().model
        alias = replicas.alias_for(self._model)
        compiled = _compiled_on(connections[alias])
        if self not in compiled:
            compiled[self] = _Compiled(self._build().using(alias))
        return list(compiled[self].run(values))

    def row(self, **values: Any) -> M | None:
        """Return the row that a unique key names, or None."""
        return next(iter(self.rows(**values)), None)


class _Compiled(Generic[M]):
    """A query with its SQL, of one connection."""

    def __init__(self, queryset: models.QuerySet[M]) -> None:
        query = queryset.query
        self._queryset, self._locks = queryset, query.select_for_update
        self._compiler = query.get_compiler(using=queryset.db)
        self._sql, self._params = self._compiler.as_sql()
        columns = [column for column, _sql, _alias in self._compiler.select[: self._compiler.col_count]]
        converters = self._compiler.get_converters(columns)
        self._compiler.get_converters = lambda *_args: converters
        # Rows become objects as ever; the compiler that is asked for them is the one that has its SQL.
        query.get_compiler = lambda *_args, **_kwargs: self._compiler  # type: ignore[method-assign]

    def run(self, values: dict[str, Any]) -> ModelIterable[M]:
        connection = self._compiler.connection
        if self._locks and connection.get_autocommit():
            raise TransactionManagementError("select_for_update cannot be used outside of a transaction.")
        bound = tuple(param.bind(values, connection) if isinstance(param, Param) else param for param in self._params)
        self._compiler.as_sql = lambda *_args, **_kwargs: (self._sql, bound)
        return ModelIterable(self._queryset)


def _compiled_on(connection: Any) -> dict[Any, Any]:
    statements: dict[Any, Any] = vars(connection).setdefault("prepared_statements", {})
    return statements
