"""Taking turns: the store and the floor do the same work one after the other, round by round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from benchmarks import figures
from benchmarks.figures import Figure
from benchmarks.servers import Call, Server

ROUNDS = 7


class Batch(NamedTuple):
    """Requests of one round. ``floor`` is empty where there is none. ``per``: how many requests of the store's are one
    unit of its work."""

    store: list[Call]
    floor: list[Call]
    per: int = 1


@dataclass(frozen=True)
class Turns:
    """A work's requests. ``batch`` prepares those of a round, untimed."""

    key: str
    batch: Callable[[int], Batch]


def take(turns: Sequence[Turns], store: Server, floor: Server, rounds: int = ROUNDS) -> dict[str, Figure]:
    """A figure for each, after a round to warm up."""
    own: dict[str, list[float]] = {item.key: [] for item in turns}
    plain: dict[str, list[float]] = {item.key: [] for item in turns}
    for number in range(rounds + 1):
        for item in turns:
            batch = item.batch(number)
            mine = store.spent(batch.store) * batch.per
            theirs = [floor.spent(batch.floor)] if batch.floor else []
            if number:
                own[item.key].append(mine)
                plain[item.key] += theirs
    return {key: figures.beside_floor(own[key], plain[key]) if plain[key] else figures.alone(own[key]) for key in own}
