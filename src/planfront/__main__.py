"""`python -m planfront <command>`: an operator's commands, in a prepared environment."""

import sys

from planfront.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
