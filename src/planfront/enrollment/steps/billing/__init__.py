"""Billing Information: the account or card that is charged, or a notice of who pays."""
