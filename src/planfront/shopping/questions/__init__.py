"""Questions of a plan that come before its price or the cart."""
