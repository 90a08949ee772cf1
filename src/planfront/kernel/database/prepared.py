"""Statements that are put into SQL once, and then run with other values.

Django makes the SQL of a statement anew each time it runs, in several times what a small one itself takes. A call that
everybody waits for prepares its queries, and writes rows of models with ``PreparedWrites``; the rest is better off
without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from django.db import connections, models
from django.db.models.expressions import Expression
from django.db.models.query import ModelIterable
from django.db.models.sql import InsertQuery
from django.db.transaction import TransactionManagementError

from planfront.kernel.database import replicas

M = TypeVar("M", bound=models.Model)


class Param(Expression):
    """A value that is known when the query runs, by its name. Never None: nothing equals NULL."""

    def __init__(self, name: str, output_field: models.Field[Any, Any]) -> None:
        super().__init__(output_field=output_field)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        """Itself in place of the value."""
        return "%s", (self,)

    def bind(self, values: dict[str, Any], connection: Any) -> Any:
        return self.output_field.get_db_prep_value(values[self.name], connection)


class Prepared(Generic[M]):
    """``build`` makes the query, of rows of a model, with a ``Param`` for each value; it runs once a connection."""

    def __init__(self, build: Callable[[], models.QuerySet[M]]) -> None:
        self._build = build
        self._model: type[models.Model] | None = None

    def rows(self, **values: Any) -> list[M]:
        """What the query gives for these values. One query."""
        if self._model is None:
            self._model = self._build().model
        alias = replicas.alias_for(self._model)
        held = _held_by(connections[alias])
        if self not in held:
            held[self] = _Compiled(self._build().using(alias))
        return list(held[self].run(values))

    def row(self, **values: Any) -> M | None:
        """The row that a unique key names, or None."""
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


class PreparedWrites(models.Model):
    """A model whose rows are saved with SQL that is put together once a connection. The rest of ``save`` is Django's,
    and so is what needs more: values that the database works out, and columns that it fills in beside the key."""

    class Meta:
        abstract = True

    def _do_insert(
        self, manager: Any, using: str, fields: Sequence[Any], returning_fields: Sequence[Any], raw: bool
    ) -> Any:
        keyed = list(returning_fields) in ([], [self._meta.auto_field])
        values = [field.pre_save(self, add=True) for field in fields]
        if raw or not keyed or any(map(_is_worked_out, values)):
            return super()._do_insert(manager, using, fields, returning_fields, raw)  # type: ignore[misc]
        connection = connections[using]
        held, key = _held_by(connection), (type(self), len(fields))
        if key not in held:
            held[key] = self._compile_insert(using, fields, returning_fields)
        with connection.cursor() as cursor:
            cursor.execute(held[key], _bound(fields, values, connection))
            return [cursor.fetchone()] if returning_fields else []

    def _compile_insert(self, using: str, fields: Sequence[Any], returning_fields: Sequence[Any]) -> str:
        query = InsertQuery(type(self))
        query.insert_values(fields, [self])
        compiler: Any = query.get_compiler(using=using)
        compiler.returning_fields = returning_fields
        ((sql, _params),) = compiler.as_sql()
        return str(sql)

    def _do_update(  # type: ignore[override]  # the stubs are of the next Django
        self,
        base_qs: Any,
        using: str,
        pk_val: Any,
        values: Any,
        update_fields: Any,
        forced_update: bool,
    ) -> bool:
        fields, new = [field for field, _model, _value in values], [value for _field, _model, value in values]
        if not fields or self._meta.select_on_save or any(map(_is_worked_out, new)):
            return super()._do_update(base_qs, using, pk_val, values, update_fields, forced_update)  # type: ignore[call-arg,return-value]
        connection = connections[using]
        held, key = _held_by(connection), (type(self), update_fields)
        if key not in held:
            meta: Any = self._meta
            quote = connection.ops.quote_name
            changes = ", ".join(f"{quote(field.column)} = %s" for field in fields)
            held[key] = f"UPDATE {quote(meta.db_table)} SET {changes} WHERE {quote(meta.pk.column)} = %s"  # noqa: S608
        with connection.cursor() as cursor:
            cursor.execute(held[key], _bound([*fields, self._meta.pk], [*new, pk_val], connection))
            return bool(cursor.rowcount)


def insert_rows(rows: Iterable[models.Model], *, batch_size: int | None = None) -> None:
    """Add new rows of one model: a single one by ``save``, more with one statement for all."""
    new = list(rows)
    if len(new) == 1:
        new[0].save(force_insert=True)
    elif new:
        type(new[0])._default_manager.bulk_create(new, batch_size=batch_size)


def _held_by(connection: Any) -> dict[Any, Any]:
    held: dict[Any, Any] = vars(connection).setdefault("prepared_statements", {})
    return held


def _is_worked_out(value: Any) -> bool:
    """Whether the database gives the value, such as ``F("count") + 1``."""
    return hasattr(value, "resolve_expression")


def _bound(fields: Sequence[Any], values: Sequence[Any], connection: Any) -> list[Any]:
    return [field.get_db_prep_save(value, connection) for field, value in zip(fields, values, strict=True)]
