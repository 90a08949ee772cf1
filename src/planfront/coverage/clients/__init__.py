"""A rep's book of business: the clients, what comes for them, and one client's story."""
