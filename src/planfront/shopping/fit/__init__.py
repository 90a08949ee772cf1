"""Which plan fits a shopper: at most three plans for the care, the budget and the dentist that they named."""
