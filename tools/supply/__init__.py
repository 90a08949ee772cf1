"""Parts of the store: pinned packages of both sides, their licenses, known weaknesses, a bill of materials."""
