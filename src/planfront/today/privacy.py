"""Marks name work by ids only, and go with the account of whose they are."""

from __future__ import annotations

from planfront.privacy.registry import declare_exempt

declare_exempt("what readers of a list of work have finished or put off; ids only, for 120 days", "today.workmark")
