"""The work of the store's pages in a browser (frontend/e2e/bench), in Chromium, with a store on SQLite: it is the same
for a browser on each database, so it runs once."""

import argparse
import os

from planfront.cli.console import say
from tools import journeys


def main() -> int:
    if os.environ.get("DATABASE_URL", "").startswith("postgres"):
        say("A browser is measured with a store on SQLite alone.")
        return 0
    return journeys.command(argparse.Namespace(arguments=["--project=bench", "--reporter=line"]))
