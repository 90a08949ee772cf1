"""./run prove, the nightly form: what depends on chance or repeats, at length, and every test on both databases.

./run test runs a part of each.
"""

import argparse
import contextlib
import subprocess
from collections.abc import Mapping, Sequence

from planfront.cli import environment, frontend
from planfront.cli.console import CliError, paint, say
from planfront.cli.paths import ROOT, VENV
from tools import journeys, postgres, stopping

JOURNEYS, CLUSTER = "journeys", "cluster"
FOLDERS: Mapping[str, Sequence[str]] = {
    "engine": ["tests/proofs/test_engine.py"],
    "kills": ["tests/kills"],
    CLUSTER: ["tests/cluster"],
    "api": ["tests/contract/test_reached.py", "tests/contract/test_fuzz.py"],
    "tests": ["src/planfront", "src/planfront_demo", "tests", "--ignore=tests/kills", "--ignore=tests/cluster"],
}
DATABASES = ("sqlite", "postgres")


def command(options: argparse.Namespace) -> int:
    known = [*FOLDERS, JOURNEYS]
    if unknown := set(options.names) - set(known):
        raise CliError(f"No such proof: {', '.join(unknown)}. There are: {', '.join(known)}.")
    names = options.names or known
    if {"kills", CLUSTER, JOURNEYS} & set(names):
        frontend.build_if_stale()
    environment.keep_bytecode()
    failed = []
    with contextlib.ExitStack() as stack:
        scratch = stack.enter_context(stopping.scratch("planfront-prove-"))
        for database in DATABASES if options.database == "both" else (options.database,):
            cluster = stack.enter_context(postgres.temporary_cluster()) if database == "postgres" else ""
            for name in names:
                if name == CLUSTER and database != "postgres":
                    continue
                say(paint(f"== {name}, {database}", "bold"))
                env = _environment(name, database, cluster, options)
                env |= {"PLANFRONT_VAR": str(scratch / "var"), "PLANFRONT_TRIAL_CACHE": str(scratch / "trial")}
                run = journeys.run_at_length(database, env) if name == JOURNEYS else _run(FOLDERS[name], env)
                if run != 0:
                    failed.append(f"{name} on {database}")
    if failed:
        say(paint(f"Failed: {', '.join(failed)}", "red"))
    return 1 if failed else 0


def _environment(name: str, database: str, cluster: str, options: argparse.Namespace) -> dict[str, str]:
    if name == JOURNEYS:
        return {"PLANFRONT_TRIAL_POSTGRES": cluster} if cluster else {}
    if name == "kills":
        chosen = {
            "PLANFRONT_KILLS": str(options.enrollments),
            "PLANFRONT_KILLS_EVERY": str(options.every),
            "PLANFRONT_KILLS_ON": database,
        }
        return {**chosen, "PLANFRONT_TRIAL_POSTGRES": cluster} if cluster else chosen
    if name == CLUSTER:
        return {"PLANFRONT_CLUSTER": str(options.enrollments), "PLANFRONT_TRIAL_POSTGRES": cluster}
    chosen = {
        "PLANFRONT_STORIES": str(options.stories),
        "REACHED_EXAMPLES": str(options.examples),
        "FUZZ_EXAMPLES": str(options.examples),
    }
    return {**chosen, "DATABASE_URL": cluster} if cluster else chosen


def _run(folders: Sequence[str], env: Mapping[str, str]) -> int:
    command = [str(VENV / "bin" / "pytest"), "-m", "", "-p", "no:cacheprovider", "-s", *folders]
    return subprocess.run(command, cwd=ROOT, env=environment.for_child(**env), check=False).returncode
