"""Triggers that count up the revision of a part of the catalog, for migrations of this room and of others.

PostgreSQL: once a statement. The first statement of a transaction leaves a row with a new number and takes older rows
away that nobody holds, so writers never wait for each other; later ones count in a setting that ends with the
transaction. SQLite, which has one writer at a time: one row, changed with each row written. Its migrations that rebuild
a table drop the triggers: call ``watch`` again there.
"""

from planfront.kernel.database.operations import Install

EVERYBODY = 0
EVENTS = ("INSERT", "UPDATE", "DELETE")

FUNCTIONS = [
    """CREATE FUNCTION catalog_revise(whose bigint, what text) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
        edition bigint := nextval(pg_get_serial_sequence('catalog_revision', 'id'));
    BEGIN
        IF NOT EXISTS (
            SELECT 1 FROM catalog_revision WHERE brand_id = whose AND part = what AND writer = txid_current()
        ) THEN
            DELETE FROM catalog_revision WHERE id IN (
                SELECT id FROM catalog_revision WHERE brand_id = whose AND part = what FOR UPDATE SKIP LOCKED
            );
            INSERT INTO catalog_revision (brand_id, part, number, writer)
            VALUES (whose, what, edition, txid_current());
        END IF;
        PERFORM set_config('planfront.edition', edition::text, true);
    END $$""",
    """CREATE FUNCTION catalog_revise_all() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM catalog_revise(0, TG_ARGV[0]);
        RETURN NULL;
    END $$""",
    # Parsed anew for each trigger: which of the two tables of rows there is depends on the event.
    """CREATE FUNCTION catalog_revise_brands() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'INSERT' THEN
            PERFORM catalog_revise(whose, TG_ARGV[0])
            FROM (SELECT DISTINCT COALESCE(brand_id, 0) AS whose FROM after_rows ORDER BY 1) AS changed;
        ELSIF TG_OP = 'DELETE' THEN
            PERFORM catalog_revise(whose, TG_ARGV[0])
            FROM (SELECT DISTINCT COALESCE(brand_id, 0) AS whose FROM before_rows ORDER BY 1) AS changed;
        ELSE
            PERFORM catalog_revise(whose, TG_ARGV[0])
            FROM (
                SELECT COALESCE(brand_id, 0) AS whose FROM before_rows
                UNION SELECT COALESCE(brand_id, 0) FROM after_rows ORDER BY 1
            ) AS changed;
        END IF;
        RETURN NULL;
    END $$""",
]
_ROWS = {
    "INSERT": "NEW TABLE AS after_rows",
    "UPDATE": "OLD TABLE AS before_rows NEW TABLE AS after_rows",
    "DELETE": "OLD TABLE AS before_rows",
}
_ROW = {"INSERT": ("NEW",), "UPDATE": ("OLD", "NEW"), "DELETE": ("OLD",)}


def watch(schema_editor, table, part, *, by_brand=False):
    """Every change of a table's rows counts up a part: everybody's, or with ``by_brand`` that of the rows' brands."""
    postgres = schema_editor.connection.vendor == "postgresql"
    for sql in (_postgres if postgres else _sqlite)(table, part, by_brand):
        schema_editor.execute(sql)


def watching(part, *tables, by_brand=False):
    """Return the operation of a migration that watches tables."""

    def install(schema_editor):
        for table in tables:
            watch(schema_editor, table, part, by_brand=by_brand)

    return Install(install)


def _name(table, event):
    return f"{table}_revised_{event.lower()}"


def _postgres(table, part, by_brand):
    for event in EVENTS:
        rows, function = (f"REFERENCING {_ROWS[event]}", "brands") if by_brand else ("", "all")
        yield (
            f"CREATE TRIGGER {_name(table, event)} AFTER {event} ON {table} {rows} "
            f"FOR EACH STATEMENT EXECUTE FUNCTION catalog_revise_{function}('{part}')"
        )
    yield (
        f"CREATE TRIGGER {_name(table, 'TRUNCATE')} AFTER TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION catalog_revise_all('{part}')"
    )


def _sqlite(table, part, by_brand):
    for event in EVENTS:
        whose = [f"COALESCE({row}.brand_id, 0)" for row in _ROW[event]] if by_brand else [EVERYBODY]
        counts = " ".join(_count_up(brand, part) for brand in whose)
        yield (
            f"CREATE TRIGGER IF NOT EXISTS {_name(table, event)} AFTER {event} ON {table} FOR EACH ROW "
            f"BEGIN {counts} END"
        )


def _count_up(brand, part):
    # A chance number, for a counter would come back after a transaction that was taken back.
    where = f"brand_id = {brand} AND part = '{part}'"
    return (
        f"INSERT INTO catalog_revision (brand_id, part, number, writer) SELECT {brand}, '{part}', 0, 0 "
        f"WHERE NOT EXISTS (SELECT 1 FROM catalog_revision WHERE {where}); "
        f"UPDATE catalog_revision SET number = random() WHERE {where};"
    )
