"""The declaration of a field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeAlias, TypeVar

from django.utils.functional import Promise

from planfront.enrollment.forms import kinds, rules
from planfront.enrollment.forms.base import Answers, FieldDef, Option, Problems, StepContext
from planfront.enrollment.forms.checking import Check
from planfront.enrollment.forms.kinds import Kind
from planfront.enrollment.forms.predicates import names_in
from planfront.kernel.text import texts
from planfront.kernel.text.folding import fold_lines
from planfront.kernel.text.parse import plain_number

T = TypeVar("T")
# A value, or what works it out for an application.
Dynamic: TypeAlias = T | Callable[[StepContext], T]
Text: TypeAlias = str | Promise
Pairs = Sequence[tuple[str, Text]]


def resolve(value: Dynamic[T], ctx: StepContext) -> T:
    return value(ctx) if callable(value) else value


class AskWhen(Enum):
    """The rule for when a field is on the form. ``ALWAYS``: whatever a requirement profile says. ``BY_PROFILE``: unless
    a profile hides it; profiles also say whether it is required and read-only. ``WHERE_REQUIRED``: only where a profile
    requires it."""

    ALWAYS = "always"
    BY_PROFILE = "by_profile"
    WHERE_REQUIRED = "where_required"


@dataclass(frozen=True)
class SummaryRow:
    """A line of the review card. ``place`` counts from 1 among those on the card itself; 0 is for those only in its
    details, in the order of ``details_place`` and of the form. ``show`` combines several answers or replaces how the
    kind shows one."""

    label: Text
    place: int = 0
    show: Callable[[StepContext, Mapping[str, Any]], str] | None = None
    details_place: int = 0


@dataclass(frozen=True)
class Field:
    """A field of a step. Options that depend on the application take a value or a function of its StepContext.

    ``required`` is what holds without a requirement profile. The field is asked where a profile requires one of
    ``ask_with``; ``ask_if`` says whether the application asks it at all. ``show_if`` is as in FieldDef: an answer that
    isn't shown is dropped. ``options`` are (value, label) pairs. ``fixed`` is what the quote says: read-only, and any
    other value is refused. ``shows`` is what the form shows in place of the answer. ``checks`` are made by the page,
    too. ``stored``: the answers have it and the step's call takes it; ``on_page``: the form has it; ``read_only``: no
    one changes it there. ``part`` tells the page which part of the step it belongs to. ``signed``: a signature covers
    it. ``unit`` is written behind what is typed, ``segmented`` a short choice in one row.
    """

    name: str
    label: Text = ""
    kind: Kind = kinds.TEXT
    required: Dynamic[bool] = False
    ask_when: AskWhen = AskWhen.ALWAYS
    ask_with: tuple[str, ...] = ()
    ask_if: Callable[[StepContext], bool] | None = None
    max_length: int | None = None
    options: Dynamic[Pairs] = ()
    default: str = ""
    hint: Dynamic[Text] = ""
    group: Text = ""
    part: str = ""
    width: str = ""
    unit: str = ""
    segmented: bool = False
    autocomplete: str = ""
    show_if: Dynamic[dict[str, Any] | None] = None
    checks: Dynamic[Sequence[Check]] = ()
    fixed: Callable[[StepContext], str] | None = None
    shows: Callable[[StepContext], str] | None = None
    stored: bool = True
    on_page: bool = True
    read_only: Dynamic[bool] = False
    signed: bool = True
    summary: SummaryRow | None = field(default=None)

    @property
    def limit(self) -> int | None:
        return self.max_length or self.kind.max_length

    def values(self, ctx: StepContext) -> list[str]:
        return [value for value, _label in resolve(self.options, ctx)]

    def rules(self, ctx: StepContext) -> list[Check]:
        return [*resolve(self.checks, ctx), *([rules.is_printable()] if self.kind.printed else [])]

    def deciding_names(self, ctx: StepContext) -> frozenset[str]:
        """The fields that decide whether this one is shown, and which of its rules hold."""
        predicates = [resolve(self.show_if, ctx), *(check.only_if for check in self.rules(ctx))]
        return frozenset(name for predicate in predicates for name in names_in(predicate)) - {self.name}

    def definition(self, ctx: StepContext, values: Mapping[str, Any]) -> FieldDef:
        """The field as the page draws it; ``values`` are those of the form, secret ones masked."""
        return FieldDef(
            field_name=self.name,
            type=self.kind.type,
            label=str(self.label),
            value=self._shown(ctx, values),
            required=resolve(self.required, ctx),
            read_only=resolve(self.read_only, ctx) or self.fixed is not None,
            hint=str(resolve(self.hint, ctx)),
            options=[Option(value=value, label=str(label)) for value, label in resolve(self.options, ctx)],
            autocomplete=self.autocomplete or self.kind.autocomplete,
            input_mode=self.kind.input_mode,
            max_length=self.limit,
            group=str(self.group),
            part=self.part,
            width=self.width,
            unit=self.unit,
            segmented=self.segmented,
            show_if=resolve(self.show_if, ctx),
            sensitive=self.kind.secret or self.kind.undrafted,
            draftable=not self.kind.secret and not self.kind.undrafted and self.stored,
            checks=self.rules(ctx),
        )

    def _shown(self, ctx: StepContext, values: Mapping[str, Any]) -> str:
        if source := self.fixed or self.shows:
            return source(ctx)
        return str(values.get(self.name, "")) or self.default

    def clean(
        self, ctx: StepContext, data: Mapping[str, Any], values: Answers, problems: Problems, *, required: bool
    ) -> str:
        """Return the value to store from ``data``; "" for none, and for one that ``problems`` name. ``values`` are the
        clean answers so far."""
        typed = fold_lines(str(data.get(self.name) or "")) if self.kind.lined else rules.text(data, self.name)
        if self.kind.type == "number":
            typed = plain_number(typed, self.unit)
        if not typed or (typed == "0" and self.kind is kinds.CHECKBOX):
            if required and not self.default:
                problems.add(self.name, self._missing(ctx))
            return "0" if self.kind is kinds.CHECKBOX else self.default
        if self.kind.limited and self.limit and len(typed) > self.limit:
            problems.add(self.name, texts.TOO_LONG)
        value, wrong = self.kind.clean(typed)
        if not value:
            problems.add(self.name, wrong)
        elif self.kind is kinds.CHECKBOXES:
            value = self._ticked(ctx, value, problems)
        elif self.kind.listed and value not in self.values(ctx):
            problems.add(self.name, texts.CHOICE)
        problems.check(self.name, value, self.rules(ctx), values)
        return value

    def _ticked(self, ctx: StepContext, value: str, problems: Problems) -> str:
        """The ticks in the order they are listed."""
        listed, ticked = self.values(ctx), [tick.strip() for tick in value.split(",") if tick.strip()]
        if any(tick not in listed for tick in ticked):
            problems.add(self.name, texts.CHOICE)
        elif not ticked:
            problems.add(self.name, self._missing(ctx))
        return ",".join(tick for tick in listed if tick in ticked)

    def _missing(self, ctx: StepContext) -> Text:
        """Return the message about an empty answer."""
        words = (check.message for check in self.rules(ctx) if check.kind == "required")
        return next(words, texts.REQUIRED)

    def clean_fixed(self, ctx: StepContext, data: Mapping[str, Any], problems: Problems) -> str:
        """The value that the quote gives; another one that was sent is refused."""
        value = self.fixed(ctx) if self.fixed else ""
        typed = rules.text(data, self.name)
        if typed and self.kind.clean(typed)[0] != value:
            problems.add(self.name, rules.FIXED)
        return value

    def row(self, ctx: StepContext, saved: Mapping[str, Any]) -> str:
        """Return the answer as the review card shows it; "" for none."""
        if self.summary is not None and self.summary.show is not None:
            return self.summary.show(ctx, saved)
        value = self.fixed(ctx) if self.fixed else str(saved.get(self.name, ""))
        if self.kind.listed or self.kind is kinds.CHECKBOXES:
            labels = {option: str(label) for option, label in resolve(self.options, ctx)}
            return ", ".join(labels.get(part, part) for part in value.split(",") if part)
        return self.kind.show(value) if value else ""
