"""./run prove: what depends on chance, at length, and every test on both databases. ./run test runs a part of each."""

import argparse
import contextlib
import subprocess
from collections.abc import Mapping, Sequence

from planfront.cli import environment, frontend, postgres, stopping
from planfront.cli.console import CliError, paint, say
from planfront.cli.paths import ROOT, VENV

FOLDERS = {
    "engine": ["tests/proofs/test_engine.py"],
    "kills": ["tests/kills"],
    "api": ["tests/contract/test_reached.py"],
    "tests": ["src/planfront", "tests", "--ignore=tests/kills"],
}
DATABASES = ("sqlite", "postgres")


def command(options: argparse.Namespace) -> int:
    if unknown := set(options.names) - FOLDERS.keys():
        raise CliError(f"No such proof: {', '.join(unknown)}. There are: {', '.join(FOLDERS)}.")
    names = options.names or list(FOLDERS)
    if "kills" in names:
        frontend.build_if_stale()
    environment.keep_bytecode()
    failed = []
    with contextlib.ExitStack() as stack:
        scratch = stack.enter_context(stopping.scratch("planfront-prove-"))
        for database in DATABASES if options.database == "both" else (options.database,):
            cluster = stack.enter_context(postgres.temporary_cluster()) if database == "postgres" else ""
            for name in names:
                say(paint(f"== {name}, {database}", "bold"))
                env = _environment(name, database, cluster, options)
                env |= {"PLANFRONT_VAR": str(scratch / "var"), "PLANFRONT_TRIAL_CACHE": str(scratch / "trial")}
                if _run(FOLDERS[name], env) != 0:
                    failed.append(f"{name} on {database}")
    if failed:
        say(paint(f"Failed: {', '.join(failed)}", "red"))
    return 1 if failed else 0


def _environment(name: str, database: str, cluster: str, options: argparse.Namespace) -> dict[str, str]:
    if name == "kills":
        found = {
            "PLANFRONT_KILLS": str(options.enrollments),
            "PLANFRONT_KILLS_EVERY": str(options.every),
            "PLANFRONT_KILLS_ON": database,
        }
        return {**found, "PLANFRONT_TRIAL_POSTGRES": cluster} if cluster else found
    found = {
        "PLANFRONT_STORIES": str(options.stories),
        "REACHED_EXAMPLES": str(options.examples),
    }
    return {**found, "DATABASE_URL": cluster} if cluster else found


def _run(folders: Sequence[str], env: Mapping[str, str]) -> int:
    command = [str(VENV / "bin" / "pytest"), "-p", "no:cacheprovider", "-s", *folders]
    return subprocess.run(command, cwd=ROOT, env=environment.for_child(**env), check=False).returncode
