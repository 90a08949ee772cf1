"""An application as it is stored: its context, locks and writes, and the changes a seller proposes."""
