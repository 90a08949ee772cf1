"""What a plan asks before it is priced or put in the cart."""
