"""The texts that are signed, the content that a signature stands for, and the proof of who signs."""
