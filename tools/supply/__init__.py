"""What the store is made of: pinned packages of both sides, their licenses, known weaknesses, a bill of materials."""
