"""The configuration files of a cluster: the templates in deploy/, filled in, each in the folder of its part."""

import os
import pwd
import re
from collections.abc import Mapping
from pathlib import Path

from planfront.cli.console import CliError
from planfront.cli.paths import ROOT
from tools.cluster.layout import DATABASES, EDGE, HOST, MEMBERS, STORE, WEBS, Layout

TEMPLATES = ROOT / "deploy"
BUCKET = "planfront"
FILES_KEY = "planfront"
_PLACE = re.compile(r"@([a-z][a-z0-9_]*)@")


def fill(template: str, values: Mapping[str, object]) -> str:
    """Put values in the places ``@name@`` of a text. Raises CliError for a name that has none."""

    def value(match: re.Match[str]) -> str:
        if match[1] not in values:
            raise CliError(f"There is no value for @{match[1]}@.")
        return str(values[match[1]])

    return _PLACE.sub(value, template)


def write(layout: Layout, programs: Mapping[str, str], user: pwd.struct_passwd | None) -> None:
    """Write every configuration file; folders of what runs as ``user`` become theirs."""
    for name in MEMBERS:
        own = {"name": name, "client_port": layout.ports[name], "peer_port": layout.ports[f"{name}_peer"]}
        _write(layout, name, "cluster/etcd.yml", user, own, programs)
    for name in DATABASES:
        own = {"name": name, "port": layout.ports[name], "rest_port": layout.ports[f"{name}_rest"]}
        own["pgbackrest_conf"] = str(layout.of(name) / "pgbackrest.conf")
        own["bootstrap_sql"] = str(layout.of(name) / "bootstrap.sql")
        for template in ("patroni.yml", "bootstrap.sql", "pgbackrest.conf"):
            _write(layout, name, f"cluster/{template}", user, own, programs)
    pooler = {"port": layout.ports["pgbouncer"], "userlist": str(layout.of("pgbouncer") / "userlist.txt")}
    for template in ("pgbouncer.ini", "userlist.txt"):
        _write(layout, "pgbouncer", f"cluster/{template}", user, pooler, programs)
    _write(layout, "haproxy", "cluster/haproxy.cfg", user, {}, programs)
    _write(layout, EDGE, "cluster/nginx.conf", user, {"port": layout.ports[EDGE]}, programs)
    for name in STORE:
        _write(layout, name, "cluster/planfront.env", None, {"port": layout.ports.get(name, 1)}, programs)
    _folder(layout.of("backups"), user)


def _write(
    layout: Layout,
    name: str,
    template: str,
    user: pwd.struct_passwd | None,
    own: Mapping[str, object],
    programs: Mapping[str, str],
) -> None:
    source, folder = TEMPLATES / template, layout.of(name)
    values = {**_values(layout, programs), "folder": str(folder), **own}
    _folder(folder, user)
    file = folder / source.name
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600), "w") as stream:
        stream.write(fill(source.read_text(), values))
    if user is not None:
        os.chown(file, user.pw_uid, user.pw_gid)


def _folder(folder: Path, user: pwd.struct_passwd | None) -> None:
    folder.mkdir(mode=0o700, exist_ok=True)
    if user is not None:
        os.chown(folder, user.pw_uid, user.pw_gid)


def _values(layout: Layout, programs: Mapping[str, str]) -> dict[str, object]:
    """Return what the templates have in common; sizes are those of a trial on one machine."""
    peers = ",".join(f"{name}=http://{layout.address(f'{name}_peer')}" for name in MEMBERS)
    return {
        **{f"{name}_password": password for name, password in layout.passwords.items()},
        **{f"{name}_port": layout.ports[name] for name in ("plain", "store", "primary", "replicas")},
        **{f"{name}_address": layout.address(name) for name in (*DATABASES, *WEBS, "primary")},
        **{f"{name}_host": HOST for name in DATABASES},
        **{f"{name}_port": layout.ports[name] for name in DATABASES},
        **{f"{name}_rest": layout.ports[f"{name}_rest"] for name in DATABASES},
        **layout.keys,
        "host": HOST,
        "network": f"{HOST}/32",
        "etcd_members": peers,
        "etcd_clients": ", ".join(f'"{layout.address(name)}"' for name in MEMBERS),
        "pooler_address": layout.address("pgbouncer"),
        "bin_dir": programs["postgres"],
        "psql": programs["psql"],
        "pgbackrest": programs["pgbackrest"],
        "backup_folder": str(layout.of("backups")),
        "shared_buffers": "64MB",
        "watchdog": "off",
        "edge_processes": 1,
        "certificate": str(layout.certificate),
        "certificate_key": str(layout.folder / "certificate-key.pem"),
        "mode": "demo",
        "web_workers": 2,
        "job_workers": 1,
        "leave_seconds": 4,
        "files_url": f"s3://{BUCKET}/store?endpoint=http://{layout.address('files')}",
        "files_key_id": FILES_KEY,
        "files_secret_key": layout.passwords["store"],
    }
