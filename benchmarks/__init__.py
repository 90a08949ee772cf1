"""./run bench: how much processor time the store's calls take beside a plain floor, and how that grows."""
