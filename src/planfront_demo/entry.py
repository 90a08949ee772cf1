"""The demo world as the product finds it, by the entry point of this package."""

from planfront.cli.demo_world import DemoWorld
from planfront_demo.history.seed import seed_history
from planfront_demo.notes import lines
from planfront_demo.seed import seed_if_empty

WORLD = DemoWorld(seed=seed_if_empty, add_history=seed_history, describe=lines)
