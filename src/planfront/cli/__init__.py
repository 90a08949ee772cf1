"""The commands of an operator: serving the store, its database, keys, backups."""
