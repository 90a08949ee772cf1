"""The rate tables of all plans, exported with the store's own template and read again."""

from datetime import date
from decimal import Decimal

import pytest

from planfront.imports.services import import_file
from planfront.rating.importers.template_book import export_csv, export_workbook
from planfront.rating.models import RateTable
from planfront.rating.review import SETTINGS
from planfront.rating.selectors import compile_table
from planfront.rating.services import create_table
from planfront.rating.table_checks import table_digest
from planfront_demo.plans import PLANS
from planfront_demo.seed_rates import _settings


@pytest.mark.parametrize("form", ["xlsx", "csv"])
def test_every_demo_table_survives_export_and_import(make_plan, tmp_path, form):
    before = {}
    for seed in PLANS:
        plan = make_plan(seed.name if isinstance(seed.name, str) else seed.name.en)
        settings = _settings(seed)
        table = create_table(
            plan_id=plan.pk, eff_from=date(2027, 1, 1), rows=seed.rates.cells, factors=seed.rates.factors, **settings
        )
        table.refresh_from_db()
        before[plan.pk] = (table, table_digest(table), compile_table(table))
    ids = [table.pk for table, *_ in before.values()]
    path = tmp_path / f"rates.{form}"
    path.write_bytes(export_workbook(ids) if form == "xlsx" else "".join(export_csv(ids)).encode())
    run = import_file(kind="rates", path=path)
    assert (run.state, list(run.issues.all())) == ("staged", [])
    rows = RateTable.objects.filter(source=run)
    assert rows.count() == len(before) >= 60
    for table in rows:
        old, digest, compiled = before[table.plan_id]
        assert table.digest == digest
        for name in (*SETTINGS, "eff_from", "eff_to"):
            assert _same(getattr(table, name)) == _same(getattr(old, name)), name
        again = compile_table(table)
        assert [cell[1:] for cell in again.cells] == [cell[1:] for cell in compiled.cells]
        assert again.spec.components == compiled.spec.components
        assert again.factors == compiled.factors


def _same(value):
    """Components and age reductions as the engine reads them: `50` and `50.000` are one."""
    return [_same_part(part) for part in value] if isinstance(value, list) else value


def _same_part(part):
    if isinstance(part, dict):
        return {**part, "amount_pct": Decimal(part.get("amount_pct", 100))}
    return part if isinstance(part, str) else (part[0], Decimal(part[1]))
