"""The shopper's quote: what they answered, through whom, and how long it is kept."""
