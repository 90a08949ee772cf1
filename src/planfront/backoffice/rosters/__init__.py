"""Groups' rosters: columns, held rows, what changes."""
