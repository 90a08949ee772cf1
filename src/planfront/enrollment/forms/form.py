"""The fields of a step, in the order they are asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from planfront.enrollment.forms.base import Answers, Block, FieldDef, Problems, Row, StepContext, Summary
from planfront.enrollment.forms.field import AskWhen, Field, resolve
from planfront.enrollment.forms.predicates import holds


@dataclass(frozen=True)
class Form:
    """``key`` is that of the step, by which requirement profiles name its fields."""

    key: str
    fields: tuple[Field, ...]

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of the answers that the step's call takes and stores."""
        return frozenset(field.name for field in self.fields if field.stored)

    @cached_property
    def secret(self) -> frozenset[str]:
        return frozenset(field.name for field in self.fields if field.kind.secret)

    @cached_property
    def unsigned(self) -> frozenset[str]:
        return frozenset(field.name for field in self.fields if not field.signed)

    @cached_property
    def required_by_default(self) -> tuple[str, ...]:
        """The names that are required where no requirement profile says otherwise."""
        return tuple(
            field.name for field in self.fields if field.ask_when is AskWhen.BY_PROFILE and field.required is True
        )

    def _flag(self, ctx: StepContext, name: str, flag: str) -> bool:
        return ctx.requirements.flag(self.key, name, flag)

    def is_asked(self, ctx: StepContext, field: Field) -> bool:
        """Return whether the field is on the form of this application."""
        if field.ask_if is not None and not field.ask_if(ctx):
            return False
        # All flags are looked at, so that who sets up profiles is offered each of them.
        flags = [self._flag(ctx, name, "required") for name in field.ask_with]
        if flags and not any(flags):
            return False
        if field.ask_when is AskWhen.WHERE_REQUIRED:
            return self._flag(ctx, field.name, "required")
        return field.ask_when is AskWhen.ALWAYS or not self._flag(ctx, field.name, "hidden")

    def is_required(self, ctx: StepContext, field: Field) -> bool:
        by_profile = field.ask_when is AskWhen.BY_PROFILE
        return self._flag(ctx, field.name, "required") if by_profile else resolve(field.required, ctx)

    def definitions(self, ctx: StepContext, values: Mapping[str, Any]) -> list[FieldDef]:
        """The form as the page draws it."""
        visible = [field for field in self.fields if field.on_page and self.is_asked(ctx, field)]
        return [self._definition(ctx, field, values, order) for order, field in enumerate(visible)]

    def _definition(self, ctx: StepContext, field: Field, values: Mapping[str, Any], order: int) -> FieldDef:
        definition = field.definition(ctx, values)
        changes: dict[str, Any] = {"order": order, "required": self.is_required(ctx, field)}
        if field.ask_when is AskWhen.BY_PROFILE:
            changes["read_only"] = self._flag(ctx, field.name, "read_only")
        return definition.model_copy(update=changes)

    def clean(self, ctx: StepContext, data: Mapping[str, Any], problems: Problems) -> Answers:
        """Return the answers to store, without empty ones. Messages about wrong fields go to ``problems``."""
        clean = self.clean_shown(ctx, data, problems)
        return {name: value for name, value in clean.items() if value != ""}

    def clean_shown(self, ctx: StepContext, data: Mapping[str, Any], problems: Problems) -> Answers:
        """Return the answers as ``clean`` does, with "" for those that are shown and empty."""
        clean: Answers = {}
        for field in self._cleaning_order(ctx):
            if field.fixed is not None:
                clean[field.name] = field.clean_fixed(ctx, data, problems)
            elif holds(resolve(field.show_if, ctx), clean):
                required = self.is_required(ctx, field)
                clean[field.name] = field.clean(ctx, data, clean, problems, required=required)
        names = [field.name for field in self.fields]
        problems.arrange(names)
        return {name: clean[name] for name in names if name in clean}

    def _cleaning_order(self, ctx: StepContext) -> list[Field]:
        """The stored fields that are asked, each behind those that decide whether it is shown, or which rules hold."""
        by_name = {field.name: field for field in self.fields if field.stored and self.is_asked(ctx, field)}
        ordered: dict[str, Field] = {}

        def place(field: Field, waiting: frozenset[str]) -> None:
            for name in field.deciding_names(ctx) - waiting:
                if name in by_name and name not in ordered:
                    place(by_name[name], waiting | {name})
            ordered.setdefault(field.name, field)

        for name, field in by_name.items():
            place(field, frozenset({name}))
        return list(ordered.values())

    def summary(self, ctx: StepContext, saved: Mapping[str, Any]) -> Summary:
        """The review card: what has a place on it, and in its details every line that has something to say."""
        lines = self._lines(ctx, saved)
        rows = [row for place, row in lines if place]
        return Summary(rows=rows, details=[Block(rows=[row for _place, row in lines])])

    def rows(self, ctx: StepContext, saved: Mapping[str, Any]) -> list[Row]:
        """Every line that has something to say."""
        return [row for _place, row in self._lines(ctx, saved)]

    def _lines(self, ctx: StepContext, saved: Mapping[str, Any]) -> list[tuple[int, Row]]:
        """Place and line, those of the card first."""
        summed = [(field.summary, field) for field in self.fields if field.summary is not None]
        summed.sort(key=lambda pair: (pair[0].place or len(self.fields), pair[0].details_place))
        return [
            (line.place, Row(label=str(line.label), value=value))
            for line, field in summed
            if (value := field.row(ctx, saved))
        ]
