"""./run texts: one table of every visible text, for an editor to read in one go."""

import argparse
import csv
from pathlib import Path

from planfront.cli import environment
from planfront.cli.console import say
from planfront.cli.paths import var_dir

_HEADINGS = ("id", "English", "Spanish", "where")


def command(options: argparse.Namespace) -> int:
    environment.setup_django({})
    from tools.texts.collect import collect_texts
    from tools.texts.vocabulary import broken_rules

    texts = collect_texts()
    file = Path(options.file) if options.file else var_dir() / "texts.csv"
    file.parent.mkdir(parents=True, exist_ok=True)
    # With a mark of its encoding, so that spreadsheets read the accents.
    with file.open("w", newline="", encoding="utf-8-sig") as stream:
        rows = csv.writer(stream)
        rows.writerow(_HEADINGS)
        rows.writerows((text.id, text.english, text.spanish, text.where) for text in texts)
    say(f"Wrote {len(texts):,} texts to {file}.")
    wrong = [*broken_rules(texts)]
    for sentence in wrong:
        say(sentence)
    return 1 if wrong else 0
