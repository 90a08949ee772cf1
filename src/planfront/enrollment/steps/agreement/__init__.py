"""Agreement & Signature: texts to accept, who signs, and how."""
