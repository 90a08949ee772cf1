"""./run clock: the business day of a demo, and moving it on."""

import argparse
import re
import time
from datetime import date, timedelta
from typing import TYPE_CHECKING

from planfront.cli.console import CliError, say
from planfront.cli.environment import setup_django

if TYPE_CHECKING:
    from planfront.kernel.days.moving_day import Movement

_WAIT = 0.2


def command(options: argparse.Namespace) -> int:
    """Show the day, or move it and say each day that is over. Ctrl-C lets the day under way end."""
    setup_django()
    from django.db import DatabaseError

    from planfront.kernel.days import moving_day
    from planfront.kernel.errors import BusinessError, FieldErrors
    from planfront.kernel.text.parse import show_date

    try:
        movement = moving_day.read_movement()
    except DatabaseError:
        raise CliError("The store's database isn't there or isn't current: ./run seed prepares it.") from None
    if movement is None:
        raise CliError("Days are real here: only a demo's can be moved.")
    if options.to:
        try:
            moving_day.ask_for_day(_target(options.to, movement.day))
        except FieldErrors as error:
            raise CliError(str(error.errors[0].error_message)) from None
        except BusinessError as error:
            raise CliError(str(error.message)) from None
    try:
        movement = _follow(movement.day) or movement
    except KeyboardInterrupt:
        moving_day.stop_moving()
        raise
    say(f"Today is {show_date(movement.day)}." + (f" Really it is {show_date(movement.real)}." * movement.simulated))
    for failure in movement.failures:
        say(f"Failed on {failure['day']}: {failure['duty']} ({failure['error']})")
    return 1 if movement.failures else 0


def _follow(day: date) -> "Movement | None":
    """Move on, or watch the process that does, until the day is there."""
    from planfront.kernel.days import moving_day
    from planfront.kernel.text.parse import show_date

    while True:
        idle = moving_day.advance()
        movement = moving_day.read_movement()
        if movement is None or not movement.moving:
            return movement
        if movement.day != day:
            day = movement.day
            say(show_date(day))
        if idle:
            time.sleep(_WAIT)


def _target(text: str, day: date) -> date:
    """Read ``+45d``, ``+2w``, or a day as 2027-03-01 or 03/01/2027."""
    from planfront.kernel.text.parse import us_date

    if later := re.fullmatch(r"\+([0-9]{1,4})([dw]?)", text):
        return day + timedelta(days=int(later[1]) * (7 if later[2] == "w" else 1))
    try:
        return us_date(text) or date.fromisoformat(text)
    except ValueError:
        raise CliError(f"{text!r} is neither a day (2027-03-01) nor a number of days (+45d).") from None
