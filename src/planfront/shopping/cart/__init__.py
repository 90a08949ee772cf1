"""The cart: lines, riders, effective date, checkout, and its price as it moves."""
