"""Up to three plans that fit a shopper's care, budget and dentist."""
