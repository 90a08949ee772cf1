"""Developers' commands: preparing a checkout, the checks, throw-away databases and stores, supply, locks."""
