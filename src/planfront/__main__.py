"""`python -m planfront <command>`: the same commands as ./run, in a prepared environment."""

import sys

from planfront.cli.main import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
