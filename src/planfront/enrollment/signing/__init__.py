"""What is signed, who may sign, and the documents and records that prove it."""
