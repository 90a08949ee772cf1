"""Limits of a sign-in's length."""

from __future__ import annotations

from datetime import timedelta

IDLE = timedelta(minutes=15)
LONGEST = timedelta(hours=12)
"""After which somebody signs in again, however busy the session is."""
