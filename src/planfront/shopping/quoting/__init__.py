"""Starting, changing, renewing and pruning quotes; their carts are repriced with them."""
