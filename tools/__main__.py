"""`python -m tools <command>`: the commands of ./run, in a prepared environment."""

import sys

from tools.main import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
