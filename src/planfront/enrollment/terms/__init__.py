"""Terms of an application: the texts to sign, the content a signature covers, and the signer's proof of identity."""
