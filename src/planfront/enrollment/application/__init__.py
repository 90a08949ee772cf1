"""An application as it is filled in: what steps look at, saves, drafts, resume, submission."""
