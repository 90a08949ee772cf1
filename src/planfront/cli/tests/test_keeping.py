"""./run backup and ./run restore: what is whole comes back, everything else is refused and changes nothing."""

import json
import sqlite3
import tarfile
from contextlib import closing

import pytest

from planfront.cli import manage
from planfront.cli.console import CliError
from planfront.cli.keeping import archive, backup, postgresql, restore
from planfront.cli.main import parse
from planfront.config import secrets
from planfront.kernel.observing.backup_note import read_note

KEYS = ("SECRET_KEY", "SECRET_KEY_FILE", "FIELD_KEYS", "FIELD_KEYS_FILE")


class Place:
    """A data folder with a database of one table."""

    def __init__(self, folder, monkeypatch):
        self.folder, self.monkeypatch = folder, monkeypatch
        self.file = folder / "planfront.sqlite3"

    def enter(self):
        self.monkeypatch.setenv("PLANFRONT_VAR", str(self.folder))
        self.monkeypatch.setenv("DATABASE_URL", f"sqlite:///{self.file}")

    def fill(self, *names):
        self.folder.mkdir(exist_ok=True)
        with closing(sqlite3.connect(self.file)) as database, database:
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("CREATE TABLE django_migrations (app text, name text)")
            database.execute("INSERT INTO django_migrations VALUES ('audit', '0001_initial')")
            database.execute("CREATE TABLE people (name text)")
            database.executemany("INSERT INTO people VALUES (?)", [(name,) for name in names])

    def names(self):
        with closing(sqlite3.connect(self.file)) as database:
            return [name for (name,) in database.execute("SELECT name FROM people ORDER BY name")]

    def run(self, *arguments):
        self.enter()
        options = parse(arguments)
        return (backup if arguments[0] == "backup" else restore).command(options)


@pytest.fixture
def places(tmp_path, monkeypatch):
    """A store with two people and a picture, and an empty place."""
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(restore, "_migrate_if_older", lambda: None)
    monkeypatch.setattr(manage, "verify", lambda options: 0)
    store, empty = Place(tmp_path / "store", monkeypatch), Place(tmp_path / "empty", monkeypatch)
    store.fill("Maren", "Wren")
    (store.folder / "media" / "brand").mkdir(parents=True)
    (store.folder / "media" / "brand" / "logo.svg").write_text("<svg/>")
    return store, empty


def made_by(place, tmp_path, *more):
    """The backup's folder and its keys' folder."""
    assert place.run("backup", "--to", str(tmp_path / "kept"), "--keys", str(tmp_path / "keys"), *more) == 0
    folder = max((tmp_path / "kept").glob("planfront-*"))
    return folder, tmp_path / "keys" / f"{folder.name}-keys"


def test_a_backup_comes_back_in_an_empty_place_with_its_rows_files_and_keys(places, tmp_path):
    store, empty = places
    folder, keys = made_by(store, tmp_path)
    assert empty.run("restore", str(folder), "--keys", str(keys)) == 0
    assert empty.names() == ["Maren", "Wren"]
    assert (empty.folder / "media" / "brand" / "logo.svg").read_text() == "<svg/>"
    assert (empty.folder / "keys" / "fields").read_text() == (store.folder / "keys" / "fields").read_text()


def test_a_finished_backup_is_noted_for_the_back_office_and_a_failed_one_is_not(places, tmp_path):
    store, _empty = places
    note = store.folder / "run" / "backup.json"
    with pytest.raises(CliError):
        store.run("backup", "--to", str(store.file))
    assert not note.exists()
    folder, _keys = made_by(store, tmp_path)
    facts = json.loads(note.read_text())
    assert facts["to"] == str(folder)
    assert facts["finished"] >= json.loads((folder / "manifest.json").read_text())["made_at"]


def test_a_restored_backup_is_noted_beside_it_and_by_the_next_backup(places, tmp_path):
    store, empty = places
    folder, keys = made_by(store, tmp_path)
    assert read_note(store.folder).restored is None
    assert empty.run("restore", str(folder), "--keys", str(keys)) == 0
    restored = read_note(store.folder).restored
    assert restored is not None
    assert read_note(empty.folder).finished is None, "the copy has no backup of its own"
    store.run("backup", "--to", str(tmp_path / "kept"), "--keep", "1")
    assert not folder.exists()
    assert read_note(store.folder).restored == restored


def test_a_restore_with_a_difference_is_not_noted(places, tmp_path):
    store, empty = places
    folder, keys = made_by(store, tmp_path)
    facts = json.loads((folder / "manifest.json").read_text())
    facts["tables"][next(iter(facts["tables"]))] += 1
    (folder / "manifest.json").write_text(json.dumps(facts))
    assert empty.run("restore", str(folder), "--keys", str(keys)) == 1
    assert read_note(store.folder).restored is None


def test_the_manifest_tells_versions_migrations_rows_and_hashes_and_no_key(places, tmp_path):
    store, _empty = places
    folder, _keys = made_by(store, tmp_path)
    text = (folder / "manifest.json").read_text()
    facts = json.loads(text)
    assert facts["engine"] == "sqlite"
    assert facts["migrations"] == ["audit.0001_initial"]
    assert facts["tables"] == {"django_migrations": 1, "people": 2}
    assert [part["file"] for part in facts["parts"]] == ["database.sqlite3", "media.tar", "imports.tar"]
    assert facts["keys"].keys() == {"SECRET_KEY", "k1"}
    field_key = (store.folder / "keys" / "fields").read_text().partition(":")[2]
    assert field_key not in text
    assert {path.name for path in folder.iterdir()} == {"manifest.json", *(part["file"] for part in facts["parts"])}


def test_a_backup_sees_what_is_committed_while_somebody_else_writes(places, tmp_path):
    store, empty = places
    with closing(sqlite3.connect(store.file)) as writer:
        writer.execute("INSERT INTO people VALUES ('Jonah')")  # not committed yet
        folder, keys = made_by(store, tmp_path)
        writer.commit()
    assert empty.run("restore", str(folder), "--keys", str(keys)) == 0
    assert empty.names() == ["Maren", "Wren"]
    assert store.names() == ["Jonah", "Maren", "Wren"]


def test_a_place_with_something_in_it_is_only_replaced_when_asked(places, tmp_path):
    store, other = places
    folder, keys = made_by(store, tmp_path)
    other.fill("Iris")
    with pytest.raises(CliError, match="in the database already"):
        other.run("restore", str(folder), "--keys", str(keys))
    assert other.names() == ["Iris"]
    (other.folder / "media").mkdir()
    (other.folder / "media" / "old.svg").touch()
    assert other.run("restore", str(folder), "--keys", str(keys), "--replace") == 0
    assert other.names() == ["Maren", "Wren"]
    assert [path.name for path in (other.folder / "media").iterdir()] == ["brand"]


@pytest.mark.parametrize("part", ["database.sqlite3", "media.tar", "imports.tar"])
def test_a_damaged_part_is_refused_and_nothing_is_written(places, tmp_path, part):
    store, empty = places
    folder, keys = made_by(store, tmp_path)
    with (folder / part).open("r+b") as stream:
        stream.seek(100)
        stream.write(b"\xff\x00\xff")
    with pytest.raises(CliError, match="damaged"):
        empty.run("restore", str(folder), "--keys", str(keys))
    assert not empty.file.exists()


def test_a_missing_part_or_manifest_is_refused(places, tmp_path):
    store, empty = places
    folder, keys = made_by(store, tmp_path)
    (folder / "media.tar").unlink()
    with pytest.raises(CliError, match="not whole"):
        empty.run("restore", str(folder), "--keys", str(keys))
    (folder / "manifest.json").write_text("{")
    with pytest.raises(CliError, match="can't be read"):
        empty.run("restore", str(folder))
    with pytest.raises(CliError, match="is not a backup"):
        empty.run("restore", str(tmp_path))


def test_restore_takes_the_folder_of_keys_that_backup_was_given(places, tmp_path):
    store, empty = places
    folder, keys = made_by(store, tmp_path)
    made_by(store, tmp_path)  # another night's, beside it
    assert empty.run("restore", str(folder), "--keys", str(keys.parent)) == 0
    assert (empty.folder / "keys" / "fields").read_text() == (store.folder / "keys" / "fields").read_text()


def test_other_keys_than_the_backups_are_refused(places, tmp_path, monkeypatch):
    store, empty = places
    folder, keys = made_by(store, tmp_path)
    with pytest.raises(CliError, match="without its keys"):
        empty.run("restore", str(folder))
    (keys / "fields").write_text(secrets.new_field_key("k1"))
    with pytest.raises(CliError, match="not the keys of this backup: k1"):
        empty.run("restore", str(folder), "--keys", str(keys))
    assert not (empty.folder / "keys").exists()
    assert not empty.file.exists()


def test_a_backup_of_a_newer_version_or_another_kind_of_database_is_refused(places, tmp_path):
    store, empty = places
    with closing(sqlite3.connect(store.file)) as database, database:
        database.execute("INSERT INTO django_migrations VALUES ('audit', '9999_later')")
    folder, keys = made_by(store, tmp_path)
    with pytest.raises(CliError, match=r"newer version .*audit\.9999_later"):
        empty.run("restore", str(folder), "--keys", str(keys))
    text = (folder / "manifest.json").read_text()
    (folder / "manifest.json").write_text(text.replace('"sqlite"', '"postgresql"'))
    with pytest.raises(CliError, match="a backup of postgresql, and DATABASE_URL names sqlite"):
        empty.run("restore", str(folder), "--keys", str(keys))


def test_rows_that_differ_from_the_manifest_end_with_1(places, tmp_path, capsys):
    store, empty = places
    folder, keys = made_by(store, tmp_path)
    text = (folder / "manifest.json").read_text()
    (folder / "manifest.json").write_text(text.replace('"people": 2', '"people": 3'))
    assert empty.run("restore", str(folder), "--keys", str(keys)) == 1
    assert "people: 2 here, 3 in the backup" in capsys.readouterr().err


def test_a_failed_backup_leaves_nothing_that_looks_like_one(places, tmp_path, monkeypatch):
    store, _empty = places

    def full(path):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup, "_sync", full)
    with pytest.raises(CliError, match="No space left"):
        store.run("backup", "--to", str(tmp_path / "kept"))
    assert [path.name for path in (tmp_path / "kept").iterdir()] == [".lock"]


def test_only_the_newest_backups_are_kept_when_asked(places, tmp_path):
    store, _empty = places
    for day in ("20260101-000000", "20260102-000000"):
        old = tmp_path / "kept" / f"planfront-{day}"
        old.mkdir(parents=True)
        (old / "manifest.json").touch()
    folder, _keys = made_by(store, tmp_path, "--keep", "2")
    assert {path.name for path in (tmp_path / "kept").glob("planfront-*")} == {"planfront-20260102-000000", folder.name}


def test_keys_dont_go_into_the_folder_of_the_backups(places, tmp_path):
    store, _empty = places
    with pytest.raises(CliError, match="don't belong"):
        store.run("backup", "--to", str(tmp_path / "kept"), "--keys", str(tmp_path / "kept" / "keys"))


def test_an_archive_that_leaves_its_folder_is_refused(tmp_path):
    (tmp_path / "x").write_text("x")
    for name in ("../outside", "/outside"):
        with tarfile.open(tmp_path / "bad.tar", "w") as tar:
            tar.add(tmp_path / "x", arcname="inside")
            tar.getmembers()[0].name = name
            entry = tar.gettarinfo(tmp_path / "x")
            entry.name = name
            with (tmp_path / "x").open("rb") as stream:
                tar.addfile(entry, stream)
        with pytest.raises(CliError, match="no backup has"):
            archive.unpack(tmp_path / "bad.tar", tmp_path / "target")


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE])
def test_an_archive_with_links_and_devices_is_refused(tmp_path, kind):
    with tarfile.open(tmp_path / "bad.tar", "w") as tar:
        entry = tarfile.TarInfo("link")
        entry.type, entry.linkname = kind, "/etc/passwd"
        tar.addfile(entry)
    with pytest.raises(CliError, match="no backup has"):
        archive.unpack(tmp_path / "bad.tar", tmp_path / "target")


def test_passwords_of_the_database_stay_out_of_the_commands():
    copy = postgresql.PostgresCopy(
        {
            "NAME": "store",
            "USER": "me",
            "PASSWORD": "very secret",
            "HOST": "db",
            "PORT": "",
            "OPTIONS": {"sslmode": "require"},
        }
    )
    assert copy.env == {
        "PGDATABASE": "store",
        "PGUSER": "me",
        "PGPASSWORD": "very secret",
        "PGHOST": "db",
        "PGSSLMODE": "require",
        "PGCONNECT_TIMEOUT": "10",
    }


def test_an_index_of_words_comes_along_and_its_tables_are_not_counted(places, tmp_path):
    store, empty = places
    with closing(sqlite3.connect(store.file)) as database, database:
        database.execute("CREATE VIRTUAL TABLE pieces USING fts5 (name, content='', tokenize='trigram')")
        database.execute("INSERT INTO pieces (rowid, name) SELECT rowid, name FROM people")
    folder, keys = made_by(store, tmp_path)
    assert json.loads((folder / "manifest.json").read_text())["tables"] == {"django_migrations": 1, "people": 2}
    assert empty.run("restore", str(folder), "--keys", str(keys)) == 0
    with closing(sqlite3.connect(empty.file)) as database:
        assert database.execute("SELECT rowid FROM pieces WHERE pieces MATCH 'are'").fetchall() == [(1,)]
