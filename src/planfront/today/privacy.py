"""Marks name work by ids only; they and the choice of a daily email go with the account."""

from __future__ import annotations

from planfront.privacy.registry import declare_exempt

declare_exempt("what readers of a list of work have finished or put off; ids only, for 120 days", "today.workmark")
declare_exempt("whether an account gets the daily email of its work", "today.dailyemail")
