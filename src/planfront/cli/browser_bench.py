"""What the store's pages ask of a browser (frontend/e2e/bench), in Chromium, with a store of its own on SQLite."""

from planfront.cli import journeys


def main() -> int:
    return journeys.measure()
