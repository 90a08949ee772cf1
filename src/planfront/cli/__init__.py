"""The command line behind ./run: it prepares the machine, serves the store and runs every check."""
